// Where a fit starts.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/types.hpp>

#include <optional>
#include <utility>

namespace g2t {

/// A q, a point, or a radius. Nothing: paths from several points (natural coordinates), mean 0 and scale 0.1 (plain ones).
struct FitStart {
  std::optional<Gaussian> q;
  /// Of q's covariance, [d x d]: what the first steps multiply their normals by (full rank, natural coordinates).
  /// Empty: its Cholesky factor. With q and root mapped alike, a linear change of the parameters maps the whole fit.
  std::optional<Matrix> root;
  std::optional<Vector> point;   ///< [dimension], with no scale known
  std::optional<double> radius;  ///< within this distance of 0 in every coordinate

  FitStart() = default;
  FitStart(Gaussian given) : q(std::move(given)) {}      // NOLINT: a q is a start
  FitStart(std::optional<Gaussian> given) : q(std::move(given)) {}  // NOLINT

  [[nodiscard]] bool is_given() const { return q || root || point || radius; }
};

}  // namespace g2t
