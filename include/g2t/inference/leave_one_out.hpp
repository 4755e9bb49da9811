// Predictive densities of rows that a fit has seen, as if it had not.
#pragma once

#include <g2t/importance/importance_weights.hpp>
#include <g2t/models/regression_rows.hpp>

namespace g2t {

/// Leave-one-out predictive densities by Pareto smoothed importance sampling: each row's draws are weighted by one over
/// the density of its response.
struct LeaveOneOut {
  Vector elpd;   ///< [row_count], expected log predictive density, nats
  Vector p_loo;  ///< [row_count], log predictive density with the row less elpd: parameters that the row takes
  Vector khat;   ///< [row_count], Pareto k of its weights; from kTrustedKhat on its elpd is not to be relied on
  double elpd_sum = 0, elpd_error = 0;    ///< sum over rows and its standard error
  double p_loo_sum = 0, p_loo_error = 0;  ///< effective number of parameters
  Index doubtful = 0;                     ///< rows whose k is kTrustedKhat or above
};

/// @param rows   those that were fitted
/// @param draws  of the posterior, with equal weights; they count as independent. Copies of one draw that are as large as
///               where a row's tail begins are no part of that tail (R's loo counts them): k then differs by about 0.01
/// @throws InvalidArgument as score_rows()
/// Source: Vehtari, Gelman and Gabry (2017), "Practical Bayesian model evaluation using leave-one-out cross-validation
/// and WAIC".
LeaveOneOut leave_one_out(const RegressionRows& rows, const Matrix& draws);

}  // namespace g2t
