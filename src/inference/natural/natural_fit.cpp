// Blocks of doubling length: noise allowed at rest falls in the first half, the second half is averaged and tested.
#include <inference/natural/convergence_test.h>
#include <inference/natural/natural_fit.h>
#include <inference/natural/natural_report.h>
#include <inference/natural/natural_selection.h>
#include <inference/natural/natural_start.h>
#include <inference/natural/natural_stepper.h>
#include <inference/natural/natural_verdict.h>
#include <inference/quantity_values.h>
#include <inference/run_limits.h>
#include <inference/trace_recorder.h>

#include <algorithm>
#include <cmath>
#include <g2t/inference/terms.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/optimizers/precision_average.hpp>

namespace g2t {
namespace {

constexpr Index kHookEvery = 16;                                      // steps between two calls of the progress hook
constexpr double kFirstEps = 0.05, kLastEps = 0.002, kEpsFall = 0.3;  // noise at rest: first, then a block later
constexpr double kMixing = 20;        // times that the averaged half forgets where it came from
constexpr double kLastEpsFall = 0.7;  // of the noise in the averaged half, a block later
constexpr double kLongest = 2, kLongestOfOne = 2;  // usual lengths of a gradient that move q in the first block, and 1 / d more
constexpr double kLongestGrowth = 1.3;             // a block later: what is cut is a bias
constexpr double kFirstBlockDraws = 256, kDrawsPerParameter = 2;
constexpr Index kSelectEvery = 128;      // steps between two refits of the weights
constexpr Index kMinAverage = 16;        // iterates of a block cut short that are worth more than the block before
constexpr double kHopelessGrowth = 1e6;  // of a scale within a block, twice in a row

class NaturalRun {
 public:
  NaturalRun(const Model& model, const FitPlan& plan, const FitHooks& hooks)
      : model_(model),
        plan_(plan),
        options_(plan.options),
        clock_(plan.costs ? make_cost_model_clock() : make_wall_clock()),
        terms_(make_terms(model, plan.start.structure, plan.control_variates, plan.options.own_terms)),
        stepper_(model, terms_, plan.costs ? &*plan.costs : nullptr, *clock_, result_.diagnostics,
                 plan.start.structure),
        limits_(plan, hooks, *clock_),
        selection_(model, terms_, plan, limits_, *clock_),
        test_(model, terms_, plan, limits_, *clock_),
        trace_(model, options_.seed, hooks, limits_, *clock_),
        has_exact_elbo_(has_exact_elbo(model, plan.start.structure)) {
    result_.parameter_names = model.parameter_names();
  }

  void start() {
    const double begin = clock_->seconds();
    limits_.reserve(0, plan_.time_limit());  // the most, until draws have been timed
    stepper_.use(selection_.first_recipe());
    if (plan_.has_init) {
      q_ = plan_.start_root.size() > 0 ? make_natural_full_rank(plan_.start, plan_.start_root)
                                       : make_natural_family(plan_.start, options_);
    } else {
      NaturalStart found = find_start(model_, plan_, *clock_, [this] { return !can_go_on(); });
      result_.starts = std::move(found.starts);
      result_.gradient_draws += found.draws;
      q_ = make_natural_family(found.q, options_);
    }
    current_ = q_->gaussian();
    result_.seconds.start = clock_->seconds() - begin;
    trace();
    if (limits_.is_timed()) quantity_seconds_ = seconds_of_quantities(model_, current_.mean, options_.seed);
  }

  void run_blocks() {
    steps_start_ = clock_->seconds();
    const double selecting_before = result_.seconds.selection;
    const double first = kFirstBlockDraws + kDrawsPerParameter * static_cast<double>(model_.dimension());
    const Index width = plan_.draws;  // whole steps of the first block, also in the later ones
    Index draws = static_cast<Index>(std::ceil(first / static_cast<double>(width))) * width;
    while (can_go_on() && !has_reached_end()) {
      run_block(draws);
      if (is_cut_short_) break;
      test(static_cast<double>(draws));
      ++result_.diagnostics.blocks;
      trace_.end_block(current_, result_.iterations, result_.gradient_draws + stepper_.draws());
      if (is_within_tolerance() && !is_scale_moving_) break;
      if (is_hopeless_ || has_failed_too_often()) break;
      if (stepper_.metric() != nullptr) stepper_.metric()->forget(0.5);
      draws *= 2;
    }
    result_.seconds.steps = clock_->seconds() - steps_start_ - (result_.seconds.selection - selecting_before);
    result_.seconds.steps -= stepper_.moment_seconds();
    result_.seconds.selection += stepper_.moment_seconds();
    result_.step_draws = stepper_.draws();
  }

  FitResult finish() {
    if (!is_tested_) test(static_cast<double>(stepper_.draws()));
    trace();
    if (selection_.last() != nullptr)
      result_.selections.push_back({*selection_.last(), result_.iterations, clock_->seconds()});
    result_.seconds.total = clock_->seconds();
    result_.gradient_draws += stepper_.draws();
    result_.recipe = stepper_.recipe();
    result_.step_size = stepper_.step_size();
    result_.is_average = is_average_;
    result_.q = current_;
    {
      const ClockPause pause(*clock_);
      const std::unique_ptr<Clock> wall = make_wall_clock();
      report_natural_fit(model_, options_, {gap_, averaged_units_, stepper_.metric()}, {limits_, quantity_seconds_},
                         result_);
      if (!plan_.costs) result_.seconds.trust = wall->seconds();
    }
    result_.trace = trace_.points();
    result_.diagnostics.count_use(use_);
    NaturalEvidence evidence;
    evidence.is_interrupted = limits_.is_interrupted();
    evidence.is_stuck = RunLimits::is_stuck(stepper_.consecutive_skips());
    evidence.is_within_tolerance = is_within_tolerance();
    evidence.is_scale_moving = is_scale_moving_;
    evidence.moving_parameter = moving_parameter_;
    evidence.is_gap_stalled = is_gap_stalled_;
    evidence.best_q = trace_.best_q();
    evidence.best_elbo = trace_.best_elbo();
    set_natural_verdict(options_, evidence, result_);
    return std::move(result_);
  }

 private:
  // From the present q; leaves the average of the second half in current_.
  void run_block(Index draws) {
    const double last = kLastEps * std::pow(kLastEpsFall, static_cast<double>(block_));
    const double first = std::max(last, kFirstEps * std::pow(kEpsFall, static_cast<double>(block_)));
    const Index average_every = std::clamp<Index>(structure() == Structure::Dense ? model_.dimension() / 4 : 1, 1, 32);
    const double longest = (kLongest + kLongestOfOne / static_cast<double>(model_.dimension())) *
                           std::pow(kLongestGrowth, static_cast<double>(block_));
    PrecisionAverage average;
    const Index first_step = result_.iterations;
    selection_.begin_block(draws, *q_, stepper_, result_);
    const Index steps = (draws + stepper_.recipe().draws - 1) / stepper_.recipe().draws;
    for (Index k = 0; k < steps; ++k) {
      if (!can_go_on() || has_reached_end()) {
        is_cut_short_ = true;
        break;
      }
      if (k % kHookEvery == 0) reserve();
      const double share = static_cast<double>(k) / static_cast<double>(steps);
      const double eps = first * std::pow(last / first, std::min(1.0, 2 * share));
      if (2 * k >= steps) stepper_.freeze();
      const NoiseAllowance allowed{eps, kMixing / static_cast<double>(steps), longest};
      stepper_.step(*q_, allowed, streams::step(options_.seed, result_.iterations));
      ++result_.iterations;
      if (2 * k >= steps && (k % average_every == 0 || k + 1 == steps)) average.add(q_->gaussian());
      const Index consider_every =
          options_.select_at.empty() ? kSelectEvery : kHookEvery;  // times that are asked for are kept
      if (k % consider_every == consider_every - 1) selection_.consider(progress(), *q_, stepper_, result_);
      if (trace_.is_due(result_.iterations, result_.gradient_draws + stepper_.draws(), has_exact_elbo_)) {
        set_current(average);
        trace();
      } else if (result_.iterations % kHookEvery == 0) {
        trace_.report(result_.iterations, result_.gradient_draws + stepper_.draws(),
                      0.5 * stepper_.statistics().signal());
      }
    }
    selection_.end_block(result_.iterations - first_step, stepper_, result_);
    if (is_cut_short_ && block_ > 0 && average.count() < kMinAverage) {  // the block before is the better result
      current_ = tested_;
      is_average_ = true;
      return;
    }
    const Gaussian before = block_ == 0 ? q_->gaussian() : tested_;
    set_current(average);
    averaged_units_ = units_of(0.5 * static_cast<double>((result_.iterations - first_step) * stepper_.recipe().draws));
    is_tested_ = false;
    if (block_ > 0 && !is_cut_short_) watch_scales(before);
    ++block_;
  }

  // The result if the run ended now.
  void set_current(const PrecisionAverage& average) {
    is_average_ = average.count() > 0;
    current_ = is_average_ ? average.average() : q_->gaussian();
  }

  // The gap at the average, on fresh draws; then the run goes on from there.
  void test(double block_draws) {
    q_->move_to(current_);
    tested_ = current_;
    stepper_.jump();
    is_tested_ = true;
    const double last_gap = gap_.gap, last_error = gap_.standard_error;
    gap_ = {};
    result_.gap = {};
    result_.gap.tolerance = options_.tolerance;
    result_.gap.tolerated = test_.tolerated_gap();
    const Index round = std::max<Index>(1, block_);  // the start had the first one
    const TestReport report = test_.run(*q_, stepper_, block_draws, round, seconds_a_draw());
    result_.gradient_draws += report.draws;
    if (!report.gap) return;
    gap_ = *report.gap;
    result_.diagnostics.failed_draws += gap_.failed_draws;
    result_.gap.value = gap_.gap;
    result_.gap.standard_error = gap_.standard_error;
    const Vector sds = standard_deviations(current_);
    result_.gap.largest_offset =
        (gap_.mean_offset.cwiseAbs() - 4 * gap_.mean_offset_error).cwiseQuotient(sds).maxCoeff();
    is_gap_stalled_ = block_ > 2 && gap_.gap - 2 * gap_.standard_error > test_.tolerated_gap() &&
                      gap_.gap > 0.8 * last_gap && last_gap > 3 * last_error;
  }

  [[nodiscard]] double units_of(double draws) const { return stepper_.recipe().antithetic ? draws / 2 : draws; }
  bool is_within_tolerance() const {
    return is_tested_ && std::isfinite(result_.gap.value) &&
           test_.is_small(result_.gap.value, result_.gap.standard_error) && result_.gap.largest_offset <= kMaxOffset;
  }

  // Such a fit cannot end as converged: more of it is a waste.
  bool has_failed_too_often() const {
    return block_ >= 4 && static_cast<double>(result_.diagnostics.failed_draws) >
                              2 * kMaxFailedShare * static_cast<double>(stepper_.draws());
  }

  // Scales that are still on their way after a block are no optimum, whatever the gradient says.
  void watch_scales(const Gaussian& before) {
    const Vector change = (standard_deviations(current_).array() / standard_deviations(before).array()).log();
    const double largest = change.cwiseAbs().maxCoeff(&moving_parameter_);
    is_scale_moving_ = !(largest <= kMaxScaleChange);
    const bool is_growing = !(change.maxCoeff() < std::log(kHopelessGrowth));
    is_hopeless_ = is_growing && was_growing_;
    was_growing_ = is_growing;
  }

  bool can_go_on() const { return limits_.allow_a_step(stepper_.consecutive_skips()); }
  bool has_reached_end() const { return options_.iterations && result_.iterations >= *options_.iterations; }
  Structure structure() const { return plan_.start.structure; }

  // Fraction of the budget that is spent, by time or by steps, whichever is further.
  double progress() const {
    const double of_time = std::isfinite(limits_.step_limit()) ? limits_.seconds() / limits_.step_limit() : 0;
    const double of_steps =
        options_.iterations ? static_cast<double>(result_.iterations) / static_cast<double>(*options_.iterations) : 0;
    return std::max(of_time, of_steps);
  }

  // Of wall time, with all that came with it.
  double seconds_a_draw() const {
    return limits_.wall_seconds() / static_cast<double>(std::max<Index>(1, result_.gradient_draws + stepper_.draws()));
  }
  // For a test of all steps, and a report without adapted draws.
  void reserve() {
    limits_.reserve(seconds_a_draw() * kFirstTestShare * static_cast<double>(stepper_.draws()),
                    (seconds_a_draw() + quantity_seconds_) * static_cast<double>(kReportDraws));
  }

  void trace() {
    trace_.record(current_, result_.iterations, result_.gradient_draws + stepper_.draws(), stepper_.step_size(),
                  describe(stepper_.recipe()));
  }

  ModelUse use_;
  ModelUseScope scope_{&use_};  // of the run's whole duration
  const Model& model_;
  const FitPlan& plan_;
  const FitOptions& options_;
  std::unique_ptr<Clock> clock_;
  TermSet terms_;
  FitResult result_;
  NaturalStepper stepper_;
  RunLimits limits_;
  NaturalSelection selection_;
  ConvergenceTest test_;
  TraceRecorder trace_;
  bool has_exact_elbo_;
  std::unique_ptr<NaturalFamily> q_;
  Gaussian current_, tested_;  // the result if the run ended now; the last one tested
  GapEstimate gap_;
  bool is_average_ = false, is_tested_ = false, is_cut_short_ = false;
  bool is_scale_moving_ = false, was_growing_ = false, is_hopeless_ = false, is_gap_stalled_ = false;
  Index block_ = 0, moving_parameter_ = 0;
  double averaged_units_ = 0, steps_start_ = 0;
  double quantity_seconds_ = 0;  // a draw; measured where time is limited

  static constexpr double kMaxOffset = 0.1;       // of a mean, in sds, beyond four standard errors
  static constexpr double kMaxScaleChange = 0.3;  // of the logarithm of a scale from one block to the next
};

}  // namespace

FitResult fit_natural(const Model& model, const FitPlan& plan, const FitHooks& hooks) {
  NaturalRun run(model, plan, hooks);
  run.start();
  run.run_blocks();
  return run.finish();
}

}  // namespace g2t
