// Checks and sums over rows.
#include <inference/row_sums.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <limits>
#include <string>

namespace g2t {

void check_draws(const char* function, const RegressionRows& rows, const Matrix& draws) {
  if (draws.rows() == 0) throw InvalidArgument(function, "draws", "0 draws", "at least one is needed");
  if (draws.cols() != rows.dimension())
    throw InvalidArgument(function, "draws", std::to_string(draws.cols()) + " parameters",
                          "the rows have " + std::to_string(rows.dimension()));
}

void check_responses(const char* function, const RegressionRows& rows) {
  if (!rows.has_responses())
    throw InvalidArgument(function, "rows", "without responses", "they are needed for a score");
}

double log_mean_exp(const Vector& values) {
  const double top = values.maxCoeff();
  if (!std::isfinite(top)) return top;
  return top + std::log((values.array() - top).exp().mean());
}

double error_of_sum(const Vector& values) {
  const double n = static_cast<double>(values.size());
  if (n < 2) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(n * (values.array() - values.mean()).square().sum() / (n - 1));
}

}  // namespace g2t
