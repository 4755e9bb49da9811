// Are a model's products of the Hessian those of the derivative of its score?
#pragma once

#include <g2t/core/model.hpp>
#include <string>

namespace g2t {

/// The outcome of check_hessian().
struct HessianCheck {
  bool passed = true;
  /// The entry of the Hessian with the largest error, from 0; -1 if the score is not finite around the point.
  Index row = -1, column = -1;
  std::string row_parameter, column_parameter;  ///< their names
  double given = 0;                             ///< the model's
  double expected = 0;                          ///< by central differences of its score
  Vector point;                                 ///< where

  /// For people: entry (from 1), names and both numbers. Empty if passed.
  [[nodiscard]] std::string message() const;
};

/// Compares the products of a model's Hessian with the unit vectors with central differences of its score.
///
/// Call check_gradient() first: this one takes the score for right. An entry counts as wrong if it is off by more than
/// tolerance times the larger of 1 and the largest entry in its column, which is a product.
/// @param point  [dimension]
/// @throws InvalidArgument if the model offers no second derivatives, or the point's size is not its dimension
/// Cost: a product and two evaluations a coordinate.
HessianCheck check_hessian(const Model& model, const Vector& point, double tolerance = 1e-4);

}  // namespace g2t
