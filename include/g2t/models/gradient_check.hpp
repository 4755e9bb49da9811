// Is a model's score the derivative of its log density?
#pragma once

#include <g2t/core/model.hpp>
#include <string>

namespace g2t {

/// The outcome of check_gradient().
struct GradientCheck {
  bool passed = true;
  /// The coordinate with the largest error, from 0; -1 if the density or score is not finite at the point.
  Index worst = -1;
  std::string parameter;  ///< its name
  double given = 0;       ///< the model's
  double expected = 0;    ///< by finite differences of its log density
  Vector point;           ///< where

  /// For people: coordinate (from 1), name, both numbers and the point. Empty if passed.
  [[nodiscard]] std::string message() const;
};

/// Compares the score at a point with central differences of the log density, extrapolated over several steps.
///
/// An error counts if it is above tolerance * max(1, |score|) and above the error of the differences.
/// At a kink of the density, or if it is narrower than a millionth of the coordinate, differences are meaningless.
/// @param point  [dimension]
/// @throws InvalidArgument if the point's size is not the model's dimension
/// Cost: ten evaluations a coordinate.
GradientCheck check_gradient(const Model& model, const Vector& point, double tolerance = 1e-5);

}  // namespace g2t
