// What a fit in natural coordinates ends with: the q that counts, its ELBO and Monte Carlo errors, and the answer.
#pragma once

#include <inference/natural/gap_estimator.h>
#include <inference/natural/iterate_batches.h>
#include <inference/run_limits.h>
#include <inference/verdict.h>

#include <functional>
#include <g2t/core/model.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/optimizers/mean_metric.hpp>

namespace g2t {

/// What a run knows of the q that it ends with.
struct NaturalFindings {
  const GapEstimate& gap;     ///< the last test's, at result.q; no draws: none was made
  double averaged_units = 0;  ///< that result.q averages over
  IterateBatches batches{};   ///< of its iterates
  const MeanMetric* metric = nullptr;
  bool is_within_tolerance = false;
  double draw_seconds = 0;  ///< of wall time a draw of the run took; 0: not known
};

/// How long a report may take.
struct ReportTime {
  const RunLimits& limits;
  double quantity_seconds = 0;  ///< of a draw's own quantities, about; 0: not known
  std::function<void(const char* phase, Index evaluations)> progress{};
};

/// Fills q (the best of the trace, where the last one is clearly worse), elbo, importance, mcse_mean, mcse_sd,
/// marginal_sd_ratio and posterior: of as many draws as there is time for.
void report_natural_fit(const Model& model, const FitOptions& options, const NaturalFindings& findings,
                        const FitEvidence& evidence, const ReportTime& time, FitResult& result);

}  // namespace g2t
