// What a fit in natural coordinates says about its result: ELBO, importance weights, Monte Carlo errors.
#pragma once

#include <inference/natural/gap_estimator.h>

#include <g2t/core/model.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/optimizers/mean_metric.hpp>

namespace g2t {

/// Fills elbo, importance, mcse_mean, mcse_sd and marginal_sd_ratio for result.q.
/// @param gap             the last test's estimate, at result.q; no draws: none was made
/// @param averaged_units  that result.q averages over
/// @param metric          null: none
void report_natural_fit(const Model& model, const FitOptions& options, const GapEstimate& gap, double averaged_units,
                        const MeanMetric* metric, FitResult& result);

}  // namespace g2t
