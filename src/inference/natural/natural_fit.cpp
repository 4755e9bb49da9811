// Blocks of doubling length: noise allowed at rest falls in the first half, the second half is averaged and tested.
#include <inference/natural/gap_estimator.h>
#include <inference/natural/natural_fit.h>
#include <inference/natural/natural_report.h>
#include <inference/natural/natural_selection.h>
#include <inference/natural/natural_start.h>
#include <inference/natural/natural_stepper.h>
#include <inference/natural/natural_verdict.h>
#include <inference/run_limits.h>
#include <inference/trace_recorder.h>

#include <algorithm>
#include <cmath>
#include <g2t/inference/terms.hpp>
#include <g2t/core/errors.hpp>
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
constexpr Index kSelectEvery = 128;  // steps between two refits of the weights
constexpr double kTestShare = 0.5;  // of a block's draws, at most, for the test after it
constexpr double kFirstTestShare = 1.0 / 16;
constexpr Index kLeastAverage = 16;      // iterates of a block cut short that are worth more than the block before
constexpr Index kGapBatches = 16;        // of the gap estimate
constexpr double kHopelessGrowth = 1e6;  // of a scale within a block, twice in a row

class NaturalRun {
 public:
  NaturalRun(const Model& model, const FitPlan& plan, const FitHooks& hooks)
      : model_(model),
        plan_(plan),
        options_(plan.options),
        clock_(plan.costs ? make_cost_model_clock() : make_wall_clock()),
        terms_(make_terms(model, plan.start.structure, plan.control_variates)),
        stepper_(model, terms_, plan.costs ? &*plan.costs : nullptr, *clock_, result_.diagnostics,
                 plan.start.structure),
        selection_(model, terms_, plan, *clock_),
        trace_(model, options_.seed, hooks, *clock_),
        limits_(plan, hooks, *clock_),
        counts_before_(model.counts()),
        has_exact_elbo_(has_exact_elbo(model, plan.start.structure)) {
    result_.parameter_names = model.parameter_names();
  }

  void start() {
    const double begin = clock_->seconds();
    stepper_.use(selection_.first_recipe());
    if (plan_.has_init) {
      q_ = plan_.start_root.size() > 0 ? make_natural_full_rank(plan_.start, plan_.start_root)
                                       : make_natural(plan_.start);
    } else {
      NaturalStart found = find_start(model_, plan_, *clock_, [this] { return !can_go_on(); });
      result_.starts = std::move(found.starts);
      result_.gradient_draws += found.draws;
      q_ = make_natural(found.q);
    }
    current_ = q_->gaussian();
    result_.seconds.start = clock_->seconds() - begin;
    trace();
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
      if (is_within_tolerance() && !is_scale_moving_) break;
      if (is_hopeless_ || has_failed_too_often()) break;
      if (stepper_.metric() != nullptr) stepper_.metric()->forget(0.5);
      draws *= 2;
    }
    result_.seconds.steps = clock_->seconds() - steps_start_ - (result_.seconds.selection - selecting_before);
    result_.seconds.steps -= stepper_.look_seconds();
    result_.seconds.selection += stepper_.look_seconds();
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
      report_natural_fit(model_, options_, gap_, averaged_units_, stepper_.metric(), result_);
      if (!plan_.costs) result_.seconds.trust = wall->seconds();
    }
    result_.trace = trace_.points();
    result_.diagnostics.count_use(counts_before_, model_.counts());
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
      const double share = static_cast<double>(k) / static_cast<double>(steps);
      const double eps = first * std::pow(last / first, std::min(1.0, 2 * share));
      if (2 * k >= steps) stepper_.freeze();
      const NoiseAllowance allowed{eps, kMixing / static_cast<double>(steps), longest};
      stepper_.step(*q_, allowed, {options_.seed, Purpose::Step, static_cast<std::uint64_t>(result_.iterations)});
      ++result_.iterations;
      if (2 * k >= steps && (k % average_every == 0 || k + 1 == steps)) average.add(q_->gaussian());
      const Index look_every = options_.select_at.empty() ? kSelectEvery : kHookEvery;  // times that are asked for are kept
      if (k % look_every == look_every - 1) selection_.look(progress(), *q_, stepper_, result_);
      if (trace_.is_due(result_.iterations, result_.gradient_draws + stepper_.draws(), has_exact_elbo_)) {
        set_current(average);
        trace();
      } else if (result_.iterations % kHookEvery == 0) {
        trace_.report(result_.iterations, result_.gradient_draws + stepper_.draws(),
                      0.5 * stepper_.statistics().signal());
      }
    }
    selection_.end_block(result_.iterations - first_step, stepper_, result_);
    if (is_cut_short_ && block_ > 0 && average.count() < kLeastAverage) {  // the block before is the better result
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
    GapEstimator estimator(model_, *q_, terms_, stepper_.recipe(), stepper_.metric(), options_.seed,
                           static_cast<std::uint64_t>(block_));
    const double last_gap = gap_.gap, last_error = gap_.standard_error;
    gap_ = {};
    result_.gap = {};
    result_.gap.tolerance = options_.tolerance;
    result_.gap.tolerated = tolerated_gap();
    if (!estimator.is_possible()) return;
    const double block_units = units_of(block_draws);
    Index units = std::max<Index>(2, static_cast<Index>(kFirstTestShare * block_units / kGapBatches)), total = 0;
    do {
      estimator.add(units);
      charge_draws(units * kGapBatches);
      total += units;
      units = total;
      gap_ = estimator.estimate();
    } while (!is_decided(gap_) && static_cast<double>(2 * total * kGapBatches) <= kTestShare * block_units &&
             can_go_on());
    result_.gradient_draws += gap_.draws;
    result_.diagnostics.failed_draws += gap_.failed_draws;
    result_.gap.value = gap_.gap;
    result_.gap.standard_error = gap_.standard_error;
    const Vector sds = standard_deviations(current_);
    result_.gap.largest_offset =
        (gap_.mean_offset.cwiseAbs() - 4 * gap_.mean_offset_error).cwiseQuotient(sds).maxCoeff();
    is_gap_stalled_ = block_ > 2 && gap_.gap - 2 * gap_.standard_error > tolerated_gap() && gap_.gap > 0.8 * last_gap &&
                      last_gap > 3 * last_error;
  }

  void charge_draws(Index units) {
    if (!plan_.costs) return;
    clock_->charge(plan_.costs->of(stepper_.recipe(), stepper_.recipe().antithetic ? 2 * units : units));
  }
  [[nodiscard]] double units_of(double draws) const { return stepper_.recipe().antithetic ? draws / 2 : draws; }

  // 1/2 d tolerance^2: the divergence at which the root-mean-square distance, in sds, is the tolerance.
  double tolerated_gap() const {
    return 0.5 * static_cast<double>(model_.dimension()) * options_.tolerance * options_.tolerance;
  }
  // Unbiased estimates may be negative: that does not make up for their error.
  bool is_small(double gap, double error) const { return std::max(gap, 0.0) + error <= tolerated_gap(); }
  bool is_decided(const GapEstimate& gap) const {
    return is_small(gap.gap, gap.standard_error) || gap.gap - 2 * gap.standard_error > tolerated_gap();
  }
  bool is_within_tolerance() const {
    return is_tested_ && std::isfinite(result_.gap.value) && is_small(result_.gap.value, result_.gap.standard_error) &&
           result_.gap.largest_offset <= kMostOffset;
  }

  // Such a fit cannot end as converged: more of it is a waste.
  bool has_failed_too_often() const {
    return block_ >= 4 && static_cast<double>(result_.diagnostics.failed_draws) >
                              2 * kMostFailedShare * static_cast<double>(stepper_.draws());
  }

  // Scales that are still on their way after a block are no optimum, whatever the gradient says.
  void watch_scales(const Gaussian& before) {
    const Vector change = (standard_deviations(current_).array() / standard_deviations(before).array()).log();
    const double largest = change.cwiseAbs().maxCoeff(&moving_parameter_);
    is_scale_moving_ = !(largest <= kMostScaleChange);
    const bool is_growing = !(change.maxCoeff() < std::log(kHopelessGrowth));
    is_hopeless_ = is_growing && was_growing_;
    was_growing_ = is_growing;
  }

  bool can_go_on() const { return limits_.allow_a_step(stepper_.consecutive_skips()); }
  bool has_reached_end() const { return options_.iterations && result_.iterations >= *options_.iterations; }
  Structure structure() const { return plan_.start.structure; }

  // Fraction of the budget that is spent, by time or by steps, whichever is further.
  double progress() const {
    const double of_time = std::isfinite(plan_.time_limit()) ? clock_->seconds() / plan_.time_limit() : 0;
    const double of_steps =
        options_.iterations ? static_cast<double>(result_.iterations) / static_cast<double>(*options_.iterations) : 0;
    return std::max(of_time, of_steps);
  }

  void trace() {
    trace_.record(current_, result_.iterations, result_.gradient_draws + stepper_.draws(), stepper_.step_size(),
                  describe(stepper_.recipe()));
  }

  const Model& model_;
  const FitPlan& plan_;
  const FitOptions& options_;
  std::unique_ptr<Clock> clock_;
  TermSet terms_;
  FitResult result_;
  NaturalStepper stepper_;
  NaturalSelection selection_;
  TraceRecorder trace_;
  RunLimits limits_;
  ModelCounts counts_before_;
  bool has_exact_elbo_;
  std::unique_ptr<NaturalFamily> q_;
  Gaussian current_, tested_;  // the result if the run ended now; the last one tested
  GapEstimate gap_;
  bool is_average_ = false, is_tested_ = false, is_cut_short_ = false;
  bool is_scale_moving_ = false, was_growing_ = false, is_hopeless_ = false, is_gap_stalled_ = false;
  Index block_ = 0, moving_parameter_ = 0;
  double averaged_units_ = 0, steps_start_ = 0;

  static constexpr double kMostOffset = 0.1;       // of a mean, in sds, beyond four standard errors
  static constexpr double kMostScaleChange = 0.3;  // of the logarithm of a scale from one block to the next
};

}  // namespace

FitResult fit_natural(const Model& model, const FitPlan& plan, const FitHooks& hooks) {
  NaturalRun run(model, plan, hooks);
  run.start();
  run.run_blocks();
  return run.finish();
}

}  // namespace g2t
