// What a fit in natural coordinates says about its result: ELBO, importance weights, Monte Carlo errors.
#pragma once

#include <inference/natural/gap_estimator.h>
#include <inference/run_limits.h>

#include <g2t/core/model.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/optimizers/mean_metric.hpp>

namespace g2t {

/// What a run knows of the q that it ends with.
struct NaturalFindings {
  const GapEstimate& gap;     ///< the last test's, at result.q; no draws: none was made
  double averaged_units = 0;  ///< that result.q averages over
  const MeanMetric* metric = nullptr;
};

/// How long a report may take.
struct ReportTime {
  const RunLimits& limits;
  double quantity_seconds = 0;  ///< of a draw's own quantities, about; 0: not known
};

/// Fills elbo, importance, constrained, mcse_mean, mcse_sd and marginal_sd_ratio for result.q: of as many draws as there is
/// time for.
void report_natural_fit(const Model& model, const FitOptions& options, const NaturalFindings& findings,
                        const ReportTime& time, FitResult& result);

}  // namespace g2t
