// The number of draws doubles until the gap is decided, or draws or time are spent. An end at the first estimate that is
// small enough makes estimates small: fresh draws confirm it.
#include <inference/natural/convergence_test.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr double kTestShare = 0.5;  // of a block's draws, at most, for the test after it
constexpr Index kGapBatches = 16;   // of the gap estimate
constexpr double kMaxOffset = 0.1;  // of a mean, in sds, beyond four standard errors
constexpr double kShrinking = 0.8;  // of the gap from one block to the next
constexpr double kWantedError = 1.0 / 3;  // of the tolerated gap, of the confirming estimate
constexpr double kMostConfirming = 4;     // times the draws before
constexpr double kTestGrace = 0.3;  // seconds
constexpr double kSafeShare = 0.8;  // of the time that is left, for a number of draws that shall not be cut

double draws_of_unit(const Recipe& recipe) { return recipe.antithetic ? 2 : 1; }

}  // namespace

TestReport ConvergenceTest::run(const NaturalFamily& q, NaturalStepper& stepper, double block_draws,
                                Index round, double seconds_a_draw, double least_curvature) const {
  TestReport out;
  out.summary = summary_of({}, q.gaussian());
  const Recipe& recipe = stepper.recipe();
  GapEstimator estimator(model_, q, terms_, recipe, stepper.metric(), plan_.options.seed, round, least_curvature);
  if (!estimator.is_possible()) return out;
  const double block_units = block_draws / draws_of_unit(recipe), affordable = affordable_units(recipe, seconds_a_draw);
  const double first = std::min(kFirstTestShare * block_units / kGapBatches, affordable);
  Index units = std::max<Index>(2, static_cast<Index>(first)), total = 0;
  do {
    if (!estimator.add(units, limits_.deadline(0, kTestGrace))) break;
    if (plan_.costs)
      clock_.charge(plan_.costs->of(recipe, static_cast<Index>(draws_of_unit(recipe)) * units * kGapBatches));
    total += units;
    units = total;
    out.gap = estimator.estimate();
  } while (!is_decided(*out.gap) && static_cast<double>(2 * total * kGapBatches) <= kTestShare * block_units &&
           static_cast<double>(2 * total) <= affordable && limits_.allow_a_step(stepper.consecutive_skips()));
  bool is_confirmed = false;
  if (out.gap && is_small(out.gap->gap, out.gap->standard_error)) {
    const double most = std::min(kTestShare * block_units / kGapBatches, affordable);
    units = std::clamp(confirming_units(*out.gap, total), Index{2}, std::max<Index>(total, static_cast<Index>(most)));
    estimator.start_afresh();
    is_confirmed = estimator.add(units, limits_.deadline(0, kTestGrace));
    if (is_confirmed) {
      if (plan_.costs)
        clock_.charge(plan_.costs->of(recipe, static_cast<Index>(draws_of_unit(recipe)) * units * kGapBatches));
      out.gap = estimator.estimate();
    }
  }
  out.draws = estimator.draws();
  out.summary = summary_of(out.gap, q.gaussian());
  out.summary.is_confirmed = is_confirmed;
  return out;
}

GapReport ConvergenceTest::summary_of(const std::optional<GapEstimate>& gap, const Gaussian& q) const {
  GapReport out;
  out.tolerance = plan_.options.q_tolerance();
  out.tolerated = tolerated_gap();
  if (!gap) return out;
  out.value = gap->gap;
  out.standard_error = gap->standard_error;
  const Vector offsets = gap->mean_offset.cwiseAbs() - 4 * gap->mean_offset_error;
  out.largest_offset = offsets.cwiseQuotient(standard_deviations(q)).maxCoeff();
  return out;
}

GapReport ConvergenceTest::summary_of_exact(const GapEstimate& gap, const Gaussian& q) const {
  GapReport out = summary_of(gap, q);
  out.is_confirmed = true;
  return out;
}

bool ConvergenceTest::is_passed(const GapReport& gap) const {
  return gap.is_confirmed && std::isfinite(gap.value) && is_small(gap.value, gap.standard_error) &&
         gap.largest_offset <= kMaxOffset;
}

bool ConvergenceTest::is_stalled(const GapEstimate& before, const GapEstimate& after) const {
  return after.gap - 2 * after.standard_error > tolerated_gap() && after.gap > kShrinking * before.gap &&
         before.gap > 3 * before.standard_error;
}

double ConvergenceTest::tolerated_gap() const {
  return 0.5 * static_cast<double>(model_.dimension()) * plan_.options.q_tolerance() * plan_.options.q_tolerance();
}

bool ConvergenceTest::is_small(double gap, double error) const { return std::max(gap, 0.0) + error <= tolerated_gap(); }

// As many as before, or more, so that a gap of zero is likely to pass.
Index ConvergenceTest::confirming_units(const GapEstimate& gap, Index units) const {
  const double ratio = gap.standard_error / (kWantedError * tolerated_gap());
  return static_cast<Index>(std::clamp(ratio * ratio, 1.0, kMostConfirming) * static_cast<double>(units));
}

bool ConvergenceTest::is_decided(const GapEstimate& gap) const {
  return is_small(gap.gap, gap.standard_error) || gap.gap - 2 * gap.standard_error > tolerated_gap();
}

// A batch, until the report has to begin.
double ConvergenceTest::affordable_units(const Recipe& recipe, double seconds_a_draw) const {
  const double seconds = limits_.deadline(limits_.report_reserve(), kTestGrace).seconds_left();
  return kSafeShare * seconds / (std::max(seconds_a_draw, 1e-12) * draws_of_unit(recipe) * kGapBatches);
}

}  // namespace g2t
