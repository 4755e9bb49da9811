// Blocks of doubling length, each tested at its average, until the tolerance or a limit is reached.
#include <inference/answer/quantity_time.h>
#include <inference/natural/answer_ahead.h>
#include <inference/natural/convergence_test.h>
#include <inference/natural/natural_fit.h>
#include <inference/natural/natural_report.h>
#include <inference/natural/natural_run_state.h>
#include <inference/natural/natural_start.h>
#include <inference/natural/natural_verdict.h>
#include <inference/natural/steps_time.h>
#include <inference/natural/unbounded_direction.h>
#include <inference/resumed_run.h>
#include <inference/run_limits.h>

#include <algorithm>
#include <cmath>
#include <g2t/inference/terms.hpp>
#include <g2t/core/streams.hpp>
#include <utility>

namespace g2t {
namespace {

constexpr Index kHookEvery = 16;     // steps between two calls of the progress hook
constexpr Index kSelectEvery = 128;  // steps between two refits of the weights
constexpr Index kMinAverage = 16;    // iterates of a block cut short that are worth more than the block before

class NaturalRun {
 public:
  NaturalRun(const Model& model, const FitPlan& plan, const FitHooks& hooks)
      : model_(model),
        plan_(plan),
        options_(plan.options),
        before_(static_cast<const NaturalRunState*>(plan.options.start.state.get())),
        clock_(make_clock(plan, before_ ? before_->elapsed_seconds : 0)),
        terms_(make_terms(model, plan.start.structure, plan.control_variates, plan.options.own_terms)),
        stepper_(model, terms_, plan.costs ? &*plan.costs : nullptr, *clock_, result_.diagnostics, plan.start.structure),
        limits_(plan, hooks, *clock_),
        selection_(model, terms_, plan, limits_, *clock_),
        test_(model, terms_, plan, limits_, *clock_),
        rank_(model, plan, *clock_, [this] { return !can_go_on(); }),
        trace_(model, options_.seed, hooks, limits_, *clock_),
        steps_time_(*clock_),
        has_exact_elbo_(has_exact_elbo(model, plan.start.structure)) {
    result_.parameter_names = model.parameter_names();
  }

  void start() {
    limits_.reserve(0, plan_.time_limit());  // the most, until draws have been timed
    if (before_ == nullptr) find_first_q();
    const ClockPause pause(*clock_);  // what follows is no step's, nor a start's
    if (before_ != nullptr) resume();
    if (limits_.is_timed()) quantity_seconds_ = seconds_of_quantities(model_, at_.current.mean, options_.seed);
  }

  void run_blocks() {
    steps_time_.begin(result_.seconds, stepper_.moment_seconds());
    if (exact_gap_) take_exact_start();
    // A block under way is gone through without another step, at least: that settles its average.
    while (at_.block || (can_go_on() && !has_reached_end() && !is_exact_)) {
      if (!at_.block) begin_block();
      run_block();
      if (is_cut_short_) break;
      at_.block.reset();
      test(static_cast<double>(at_.block_draws));
      ++result_.diagnostics.blocks;
      trace_.end_block(at_.current, result_.iterations, draws());
      if (is_within_tolerance() && (!at_.scales.is_moving() || may_move(options_))) break;
      if (are_steps_enough(options_, model_.dimension(), at_.block_count, stepper_.draws())) break;
      if (at_.scales.is_hopeless() || has_failed_too_often()) break;
    }
    if (!state_) keep_state();
    steps_time_.count(result_.seconds, stepper_.moment_seconds());
    result_.step_draws = stepper_.draws();
  }

  FitResult finish() {
    if (!at_.is_tested) test(static_cast<double>(stepper_.draws()));
    trace();
    if (selection_.last() != nullptr)
      result_.selections.push_back({*selection_.last(), result_.iterations, clock_->seconds()});
    result_.seconds.total = clock_->seconds();
    result_.gradient_draws += stepper_.draws();
    result_.recipe = stepper_.recipe();
    result_.step_size = stepper_.step_size();
    result_.is_average = at_.is_average;
    result_.q = at_.current;
    NaturalEvidence evidence{{limits_.is_interrupted(), RunLimits::is_stuck(stepper_.consecutive_skips()),
                              iterations() == 0, trace_.best_q(), trace_.best_elbo()}};
    evidence.is_within_tolerance = is_within_tolerance();
    evidence.is_scale_moving = at_.scales.is_moving();
    evidence.moving_parameter = at_.scales.moving_parameter();
    evidence.is_gap_stalled = at_.is_gap_stalled;
    {
      const ClockPause pause(*clock_);
      const std::unique_ptr<Clock> wall = make_wall_clock();
      const NaturalFindings findings{at_.gap, at_.averaged_units, at_.batches, stepper_.metric(),
                                     evidence.is_within_tolerance && !evidence.is_scale_moving, seconds_a_draw()};
      const auto tell = [this](const char* phase, Index done) { trace_.report_phase(phase, done, result_); };
      report_natural_fit(model_, options_, findings, evidence, {limits_, quantity_seconds_, tell}, result_);
      if (!plan_.costs) result_.seconds.answer = wall->seconds();
    }
    result_.trace = trace_.points();
    result_.diagnostics.count_use(use_);
    evidence.is_interrupted = limits_.is_interrupted();
    evidence.is_out_of_time = limits_.is_over();
    find_unbounded_parameters(model_, at_.scales, options_.seed, evidence, result_);
    set_natural_verdict(options_, evidence, result_);
    result_.state = std::move(state_);
    return std::move(result_);
  }

 private:
  void find_first_q() {
    const double begin = clock_->seconds();
    stepper_.use(selection_.first_recipe());
    if (plan_.has_init) {
      q_ = plan_.start_root.size() > 0 ? make_natural_full_rank(plan_.start, plan_.start_root)
                                       : make_natural_family(plan_.start, options_);
    } else {
      NaturalStart found = find_start(model_, plan_, *clock_, [this] { return !can_go_on(); });
      result_.starts = std::move(found.starts);
      result_.symmetries = std::move(found.symmetries);
      result_.gradient_draws += found.draws;
      exact_gap_ = std::move(found.exact_gap);
      q_ = make_natural_family(found.q, options_);
    }
    if (!plan_.has_init) rank_.start(*q_, result_.gradient_draws);
    selection_.begin(*q_);
    at_.current = q_->gaussian();
    result_.seconds.start = clock_->seconds() - begin;
    trace();
  }

  // Goes on from where another run was. What that one learned about terms counts if they are the same.
  void resume() {
    at_ = before_->position;
    restore_run(*before_, result_, use_, trace_);
    q_ = before_->q->clone_natural();
    selection_.resume(before_->selection, chooses_as_before(*before_, plan_, terms_), result_);
    selection_.begin(*q_);
    const Recipe recipe = resumed_recipe(*before_->stepper.recipe, plan_, terms_, selection_.first_recipe());
    stepper_.resume(before_->stepper, recipe, before_->terms == terms_.names());
    first_iteration_ = result_.iterations;
    first_draws_ = draws();
  }

  // Nothing is left for an estimator to do, unless steps, or choices among estimators, are asked for.
  void take_exact_start() {
    const bool is_of_steps = options_.iterations || !options_.selects() || !options_.pool.empty() || !options_.own_terms.empty() ||
                             !options_.select_at.empty() || options_.estimator != EstimatorRule::Auto;
    if (is_of_steps) return;
    at_.tested = at_.current;
    at_.gap = *exact_gap_;
    result_.gap = test_.summary_of_exact(at_.gap, at_.current);
    at_.is_tested = is_exact_ = true;
  }

  void begin_block() {
    if (at_.block_draws == 0) {
      at_.block_draws = first_block_draws(model_.dimension(), plan_.draws, q_->structure());  // whole steps, also in the later ones
    } else {
      if (stepper_.metric() != nullptr) stepper_.metric()->forget(0.5);
      at_.block_draws *= 2;
    }
    selection_.begin_block(at_.block_draws, *q_, stepper_, result_);
    at_.block.emplace(at_.block_count, at_.block_draws, stepper_.recipe().draws, *q_, result_.iterations);
  }

  // From the present q; leaves the average of the second half in at_.current.
  void run_block() {
    NaturalBlock& block = *at_.block;
    // Times that are asked for are kept.
    const Index consider_every = options_.select_at.empty() ? kSelectEvery : kHookEvery;
    while (!block.is_over()) {
      if (!can_go_on() || has_reached_end()) {
        is_cut_short_ = true;
        keep_state();
        break;
      }
      if (block.steps_made() % kHookEvery == 0) reserve();
      if (block.is_averaging()) stepper_.freeze();
      stepper_.step(*q_, block.allowed(), streams::step(options_.seed, result_.iterations));
      ++result_.iterations;
      block.end_step(*q_);
      if (block.steps_made() % consider_every == 0) selection_.consider(progress(), *q_, stepper_, result_);
      if (trace_.is_due(result_.iterations, draws(), has_exact_elbo_)) {
        set_current(block.average());
        trace();
      } else if (result_.iterations % kHookEvery == 0) {
        trace_.report(result_.iterations, draws(), 0.5 * stepper_.statistics().signal());
      }
    }
    const Index steps = result_.iterations - block.first_iteration();
    selection_.end_block(steps, stepper_, result_);
    if (is_cut_short_ && at_.block_count > 0 && block.average().count() < kMinAverage) {
      at_.current = at_.tested;  // the block before is the better result
      at_.is_average = true;
      return;
    }
    const Gaussian before = at_.block_count == 0 ? q_->gaussian() : at_.tested;
    set_current(block.average());
    const bool is_lost = !is_usable(at_.current);
    if (is_lost) at_.current = is_usable(q_->gaussian()) ? q_->gaussian() : before;
    at_.averaged_units = units_of(0.5 * static_cast<double>(steps * stepper_.recipe().draws));
    at_.batches = block.batches();
    at_.is_tested = false;
    if (at_.block_count > 0 && !is_cut_short_) at_.scales.observe(before, at_.current);
    if (is_lost) at_.scales.give_up();
    ++at_.block_count;
  }

  void set_current(const PrecisionAverage& average) {  // the result if the run ended now
    at_.is_average = average.count() > 0;
    at_.current = at_.is_average ? average.average() : q_->gaussian();
  }

  // The gap at the average, on fresh draws; then the run goes on from there.
  void test(double block_draws) {
    q_->move_to(at_.current);
    at_.tested = at_.current;
    stepper_.jump();
    at_.is_tested = true;
    const GapEstimate before = std::exchange(at_.gap, {});
    const Index round = std::max<Index>(1, at_.block_count);  // the start had the first
    const Gaussian next = rank_.after_block(at_.current, round, test_.tolerated_gap(), at_.rank, result_.gradient_draws);
    const TestReport report = test_.run(*q_, stepper_, block_draws, round, seconds_a_draw(), at_.rank.least_curvature);
    if (next.structure == Structure::LowRank) q_->move_to(next);  // the next block's, not what was tested
    result_.gradient_draws += report.draws;
    result_.gap = report.summary;
    if (!report.gap) return;
    at_.gap = *report.gap;
    result_.diagnostics.failed_draws += at_.gap.failed_draws;
    at_.is_gap_stalled = at_.block_count > 2 && test_.is_stalled(before, at_.gap);
  }

  void keep_state() {  // for another run to go on from here, as if there had been no end
    steps_time_.count(result_.seconds, stepper_.moment_seconds());
    const auto state = std::make_shared<NaturalRunState>();
    keep_run(model_, plan_, terms_, result_, use_, *clock_, trace_, *state);
    state->position = at_;
    state->q = q_->clone_natural();
    state->stepper = stepper_.state();
    state->selection = selection_.state();
    state_ = state;
  }

  [[nodiscard]] double units_of(double draws) const { return stepper_.recipe().antithetic ? draws / 2 : draws; }
  bool is_within_tolerance() const { return at_.is_tested && test_.is_passed(result_.gap) && !at_.rank.is_short; }

  bool has_failed_too_often() const {  // such a fit cannot end as converged: more of it is a waste
    return at_.block_count >= 4 && static_cast<double>(result_.diagnostics.failed_draws) >
                                       2 * kMaxFailedShare * static_cast<double>(stepper_.draws());
  }

  bool can_go_on() const { return limits_.allow_a_step(stepper_.consecutive_skips()); }
  Index iterations() const { return result_.iterations - first_iteration_; }  // of the budget
  bool has_reached_end() const { return options_.iterations && iterations() >= *options_.iterations; }
  Index draws() const { return result_.gradient_draws + stepper_.draws(); }
  // Fraction of the budget that is spent, by time or by steps, whichever is further.
  double progress() const {
    const double of_time = std::isfinite(limits_.step_limit()) ? limits_.seconds() / limits_.step_limit() : 0;
    if (!options_.iterations) return of_time;
    return std::max(of_time, static_cast<double>(iterations()) / static_cast<double>(*options_.iterations));
  }

  // Of wall time, with all that came with it.
  double seconds_a_draw() const {
    return limits_.wall_seconds() / static_cast<double>(std::max<Index>(1, draws() - first_draws_));
  }
  // For a test of all steps, and the report.
  void reserve() {
    limits_.reserve(seconds_a_draw() * kFirstTestShare * static_cast<double>(stepper_.draws()),
                    seconds_a_draw() * draws_of_answer(options_, model_.dimension()) + quantity_seconds_ * static_cast<double>(options_.answer_draws));
  }

  void trace() { trace_.record(at_.current, result_.iterations, draws(), stepper_.step_size(), describe(stepper_.recipe())); }

  ModelUse use_;
  ModelUseScope scope_{&use_};  // of the run's whole duration
  const Model& model_;
  const FitPlan& plan_;
  const FitOptions& options_;
  const NaturalRunState* before_;  // null: there was no run before
  std::unique_ptr<Clock> clock_;
  TermSet terms_;
  FitResult result_;
  NaturalStepper stepper_;
  RunLimits limits_;
  NaturalSelection selection_;
  ConvergenceTest test_;
  RankKeeper rank_;
  TraceRecorder trace_;
  StepsTime steps_time_;
  bool has_exact_elbo_;
  std::unique_ptr<NaturalFamily> q_;
  NaturalPosition at_;
  std::optional<GapEstimate> exact_gap_;  // at the start
  bool is_cut_short_ = false, is_exact_ = false;
  Index first_iteration_ = 0, first_draws_ = 0;  // of the budget
  double quantity_seconds_ = 0;  // a draw; measured where time is limited
  std::shared_ptr<const RunState> state_;
};

}  // namespace

FitResult fit_natural(const Model& model, const FitPlan& plan, const FitHooks& hooks) {
  NaturalRun run(model, plan, hooks);
  run.start();
  run.run_blocks();
  return run.finish();
}

}  // namespace g2t
