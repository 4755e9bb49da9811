// The test after a block of steps: the gap at q on fresh draws, more of them until it is decided or time is up.
#pragma once

#include <inference/natural/gap_estimator.h>
#include <inference/natural/natural_stepper.h>
#include <inference/run_limits.h>

#include <g2t/core/clock.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/result.hpp>
#include <optional>

namespace g2t {

struct TestReport {
  std::optional<GapEstimate> gap;  ///< nothing: it is unknown, or there was no time
  GapReport summary;
  Index draws = 0;  ///< density evaluations
};

class ConvergenceTest {
 public:
  /// All must outlive it.
  ConvergenceTest(const Model& model, const TermSet& terms, const FitPlan& plan, const RunLimits& limits, Clock& clock)
      : model_(model), terms_(terms), plan_(plan), limits_(limits), clock_(clock) {}

  /// With the stepper's recipe and metric.
  /// @param block_draws      of the block before: the test takes half as many at most, and up to half again to confirm
  /// @param round            its number, so that every test has draws of its own
  /// @param seconds_a_draw   of wall time, by the run so far
  /// @param least_curvature  of the posterior in q's units, as far as it is known: a gap of the mean counts as many times
  [[nodiscard]] TestReport run(const NaturalFamily& q, NaturalStepper& stepper, double block_draws, Index round,
                               double seconds_a_draw, double least_curvature = 1) const;

  /// Of a gap that is known without error.
  [[nodiscard]] GapReport summary_of_exact(const GapEstimate& gap, const Gaussian& q) const;

  /// Nats that the tolerance allows: 1/2 d tolerance^2, at which the root-mean-square distance, in sds, is the
  /// tolerance.
  [[nodiscard]] double tolerated_gap() const;
  /// Unbiased estimates may be negative: that does not make up for their error.
  [[nodiscard]] bool is_small(double gap, double error) const;
  /// True if the gap is confirmed and within what the tolerance allows, and every mean by its own offset.
  [[nodiscard]] bool is_passed(const GapReport& gap) const;
  /// True if a block did not make the gap smaller, which is too large.
  [[nodiscard]] bool is_stalled(const GapEstimate& before, const GapEstimate& after) const;

 private:
  [[nodiscard]] GapReport summary_of(const std::optional<GapEstimate>& gap, const Gaussian& q) const;
  [[nodiscard]] bool is_decided(const GapEstimate& gap) const;
  [[nodiscard]] Index confirming_units(const GapEstimate& gap, Index units) const;
  [[nodiscard]] double affordable_units(const Recipe& recipe, double seconds_a_draw) const;

  const Model& model_;
  const TermSet& terms_;
  const FitPlan& plan_;
  const RunLimits& limits_;
  Clock& clock_;
};

/// Of a block's draws, for the first part of the test after it.
inline constexpr double kFirstTestShare = 1.0 / 16;

}  // namespace g2t
