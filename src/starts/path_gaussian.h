// Gaussians along an L-BFGS path: Newton steps with the path's estimate of the inverse Hessian.
#pragma once

#include <starts/lbfgs_path.h>

#include <g2t/core/low_rank.hpp>
#include <g2t/core/model.hpp>

namespace g2t {

/// Follows a path and keeps an estimate of the curvature.
///
/// Source: Zhang, Carpenter, Gelman and Vehtari (2022), "Pathfinder", algorithms 3 and 4; the diagonal by Gilbert and
/// Lemarechal (1989).
class PathCurvature {
 public:
  explicit PathCurvature(Index dimension) : diagonal_(Vector::Ones(dimension)) {}

  /// A step of the path; one along which the log density is not concave is ignored.
  void observe(const PathPoint& from, const PathPoint& to);

  /// N(x + H score, H) with H the estimated inverse Hessian of -log density. Mean-field: 1 / diag(H^-1). Low rank: the
  /// directions of the pairs that are worth it.
  /// Empty (dimension 0) if H is not positive definite to rounding.
  [[nodiscard]] Gaussian gaussian(const PathPoint& at, Structure structure) const;

 private:
  struct Pair {
    Vector step, change;  // of position, and of minus the score
  };

  [[nodiscard]] Matrix inverse_hessian() const;
  [[nodiscard]] Vector hessian_diagonal() const;
  // The same inverse Hessian as diag(scale) (I + ...) diag(scale), O(dimension pairs^2).
  [[nodiscard]] Directions directions(Vector& scale) const;

  Vector diagonal_;          // estimate of the inverse Hessian's
  std::vector<Pair> pairs_;  // the latest
};

/// The same with the Hessian itself, by the model or as differences of its score. Mean-field: its diagonal.
/// Empty if it is not negative definite.
/// @param[in,out] evaluations  increased by the number of evaluations
Gaussian curvature_gaussian(const Model& model, const PathPoint& at, Structure structure, Index& evaluations);

}  // namespace g2t
