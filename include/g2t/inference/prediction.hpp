// What draws of a posterior predict at rows of a regression.
#pragma once

#include <g2t/models/regression_rows.hpp>

namespace g2t {

/// Moments and quantiles, [row_count]: of the probability, the rate, or the response with its noise.
struct Predictions {
  Vector mean, sd, q5, median, q95;
};

/// Quantiles of probabilities and rates are those of the draws; of responses those of the mixture of normals that the
/// draws give, found to twelve digits.
/// @param draws  of the posterior, with equal weights
/// @throws InvalidArgument if there are no draws, or they are not of these rows' parameters
/// Cost: rows * draws * (parameters of a row + log draws).
Predictions predict_rows(const RegressionRows& rows, const Matrix& draws);

/// Log densities of rows' responses under each draw, nats, with all constants, [draw_count x row_count]: what WAIC and
/// leave-one-out cross-validation start from.
/// @throws InvalidArgument as predict_rows(), or if rows have no responses
Matrix log_densities(const RegressionRows& rows, const Matrix& draws);

/// How well draws predict responses: log of the mean over the draws of each response's density.
struct PredictiveScore {
  Vector log_density;  ///< [row_count], nats
  double sum = 0;
  double standard_error = 0;  ///< of the sum, over rows: root of row_count times their variance
};

/// @throws InvalidArgument as predict_rows(), or if rows have no responses
PredictiveScore score_rows(const RegressionRows& rows, const Matrix& draws);

}  // namespace g2t
