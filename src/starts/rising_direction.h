// Whether the end of a path is a maximum, or a saddle from which the log density rises on.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>

namespace g2t {

/// The lowest eigenvalue of minus the Hessian in units of q, near 1 where q is good, as Lanczos steps find it.
struct LowestCurvature {
  double value = 0, largest = 0;  ///< the largest in size, too
  Vector direction;               ///< its own, of length 1 in units of q; empty if the Hessian is not finite
};
/// @param q             near the point; empty: the coordinates' own units
/// @param[in,out] evaluations  increased by the number of evaluations, two a step
[[nodiscard]] LowestCurvature lowest_curvature(const Model& model, const Vector& point, const Gaussian& q,
                                               Index& evaluations);

/// A direction along which a log density is convex at a stationary point, of length 1 in units of q; empty if none was
/// found: the point is taken for a maximum.
[[nodiscard]] Vector rising_direction(const Model& model, const Vector& point, const Gaussian& q, Index& evaluations);

/// Points to both sides along a direction, each the best of a few by log density; those where it does not rise are left
/// out. One a row.
/// @param[in,out] evaluations  increased by the number of densities
[[nodiscard]] Matrix points_beside(const Model& model, const Vector& point, const Vector& direction, double log_density,
                                   Index& evaluations);

}  // namespace g2t
