// What a run in plain coordinates ends with, of as many draws as there is time for: the better q, its ELBO, its
// quantities.
#pragma once

#include <inference/run_limits.h>

#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/result.hpp>

namespace g2t {

inline constexpr Index kPlainReportDraws = 1000;  // for an ELBO that is not exact

class PlainReport {
 public:
  /// All must outlive it.
  PlainReport(const Model& model, const FitPlan& plan, RunLimits& limits)
      : model_(model), plan_(plan), limits_(limits) {}

  /// Leaves time for all below, before the steps begin.
  /// @param draw_seconds  that an evaluation takes
  void reserve(const Gaussian& q, double draw_seconds);
  /// False if the last one's ELBO is above the average's, and by more than noise.
  [[nodiscard]] bool is_average_better(const Gaussian& average, const Gaussian& last) const;
  /// On the same draws for any q.
  [[nodiscard]] Elbo elbo_of(const Gaussian& q) const;
  /// Of the best q of the trace: on those draws, if it seemed clearly better than the result.
  [[nodiscard]] Elbo elbo_of_best(const Gaussian& best, const Elbo& seen, const Elbo& of_result) const;
  /// For result.q.
  void fill_in_answer(FitResult& result) const;

 private:
  [[nodiscard]] Vector log_ratios(const Gaussian& q, const Matrix& normals, const StopRule& stop) const;

  const Model& model_;
  const FitPlan& plan_;
  RunLimits& limits_;
  double quantity_seconds_ = 0;  // a draw; measured where time is limited
};

}  // namespace g2t
