// Are a model's products of the Hessian those of the derivative of its score?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/hessian_check.hpp>
#include <limits>
#include <g2t/core/difference_curvature.hpp>

namespace g2t {

HessianCheck check_hessian(const Model& model, const Vector& point, double tolerance) {
  const Index dimension = model.dimension();
  if (model.curvature() == nullptr) {
    throw InvalidArgument("check_hessian", "model", "this model", "offers no second derivatives");
  }
  if (point.size() != dimension) {
    throw InvalidArgument("check_hessian", "point", fmt::format("{} entries", point.size()),
                          fmt::format("the model has {} parameters", dimension));
  }
  HessianCheck check;
  check.point = point;
  const Matrix units = Matrix::Identity(dimension, dimension);
  Matrix given, expected;  // products are rows: column i of the Hessian is row i
  model.curvature()->hessian_times(point, units, given);
  DifferenceCurvature(model).hessian_times(point, units, expected);
  double worst_excess = -1;
  for (Index i = 0; i < dimension; ++i) {
    const double largest = expected.row(i).cwiseAbs().maxCoeff();
    for (Index j = 0; j < dimension; ++j) {
      if (!std::isfinite(expected(i, j))) continue;  // the score is not finite next to the point
      const double error = std::abs(given(i, j) - expected(i, j)) / (tolerance * std::max(1.0, largest));
      const double excess = std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
      if (excess <= worst_excess) continue;
      worst_excess = excess;
      check.row = j;
      check.column = i;
    }
  }
  check.passed = worst_excess >= 0 && worst_excess <= 1;
  if (check.row < 0) return check;
  const std::vector<std::string> names = model.parameter_names();
  check.row_parameter = names[static_cast<std::size_t>(check.row)];
  check.column_parameter = names[static_cast<std::size_t>(check.column)];
  check.given = given(check.column, check.row);
  check.expected = expected(check.column, check.row);
  return check;
}

std::string HessianCheck::message() const {
  if (passed) return "";
  if (row < 0) return "the gradient is not finite around the point";
  return fmt::format(
      "Hessian at row {} ({}), column {} ({}): the model says {:.9g}, differences of the gradient {:.9g}", row + 1,
      row_parameter, column + 1, column_parameter, given, expected);
}

}  // namespace g2t
