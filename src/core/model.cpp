// Finds what is not finite among evaluations, a column at a time.
#include <g2t/core/errors.hpp>
#include <g2t/core/model.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {

void Evaluation::resize(Index draw_count, Index dimension) {
  log_density.resize(draw_count);
  score.resize(draw_count, dimension);
  failed.assign(static_cast<std::size_t>(draw_count), 0);
}

void Evaluation::mark_non_finite() {
  // 0 * x is 0 for finite x and NaN otherwise, so one pass over the columns finds the bad rows.
  Eigen::ArrayXd zero = 0 * log_density.array();
  for (Index j = 0; j < score.cols(); ++j) zero += 0 * score.col(j).array();
  for (Index s = 0; s < zero.size(); ++s)
    if (!(zero[s] == 0)) failed[static_cast<std::size_t>(s)] = 1;
}

const char* why_not_finite(double log_density, const Vector& gradient) {
  if (std::isnan(log_density)) return "the log density is not a number";
  if (std::isinf(log_density)) return log_density < 0 ? "the log density is minus infinity" : "the log density is infinite";
  return gradient.allFinite() ? nullptr : "the gradient is not finite";
}

Vector Quantities::unconstrain_values(const Vector& values) const {
  throw InvalidArgument("unconstrain_values", "values", std::to_string(values.size()) + " values",
                        "this model offers no way from values to a point");
}

Index Evaluation::failure_count() const { return std::count(failed.begin(), failed.end(), std::uint8_t{1}); }

void Model::log_densities(const Matrix& draws, Vector& out) const {
  Evaluation evaluation;
  evaluation.resize(draws.rows(), draws.cols());
  evaluate(draws, evaluation);
  evaluation.mark_non_finite();
  out = evaluation.log_density;
  for (Index s = 0; s < out.size(); ++s)
    if (evaluation.failed[static_cast<std::size_t>(s)] != 0 && !(out[s] == -INFINITY)) out[s] = std::nan("");
}

}  // namespace g2t
