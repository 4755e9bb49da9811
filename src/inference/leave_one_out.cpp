// Weights of one row at a time, smoothed by importance/.
#include <inference/row_sums.h>

#include <cmath>
#include <g2t/importance/importance_weights.hpp>
#include <g2t/inference/leave_one_out.hpp>

namespace g2t {

LeaveOneOut leave_one_out(const RegressionRows& rows, const Matrix& draws) {
  check_draws("leave_one_out", rows, draws);
  check_responses("leave_one_out", rows);
  LeaveOneOut out;
  for (Vector* const field : {&out.elpd, &out.p_loo, &out.khat}) field->resize(rows.count());
  Vector densities;
  for (Index row = 0; row < rows.count(); ++row) {
    rows.log_density(row, draws, densities);
    const ImportanceWeights weights = smooth_importance_weights(-densities);
    const double top = densities.maxCoeff();
    out.elpd[row] = top + std::log(weights.weights.dot((densities.array() - top).exp().matrix()));
    out.p_loo[row] = log_mean_exp(densities) - out.elpd[row];
    out.khat[row] = weights.khat;
    if (!(weights.khat < kTrustedKhat)) ++out.doubtful;
  }
  out.elpd_sum = out.elpd.sum();
  out.elpd_error = error_of_sum(out.elpd);
  out.p_loo_sum = out.p_loo.sum();
  out.p_loo_error = error_of_sum(out.p_loo);
  return out;
}

}  // namespace g2t
