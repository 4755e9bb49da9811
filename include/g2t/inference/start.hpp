// Where a fit starts.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/types.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace g2t {

struct FitResult;
class RunState;

/// A q, a point, a radius, or the result of another fit. Nothing: paths from several points (natural coordinates), mean
/// 0 and scale 0.1 (plain ones).
///
/// A fit that starts from a result goes on with that run: where its steps were, with what it had learned about step
/// sizes, curvature and estimators, and with its counts, times and trace. In natural coordinates two fits of K/2 steps
/// are one of K; in plain ones too, with a given recipe and step size and without averaging. Budgets and fractions of
/// them are of the new part. There are no new paths, warm-up or race of step sizes. To start at the result's q alone,
/// give that.
struct FitStart {
  std::optional<Gaussian> q;
  /// Of q's covariance, [d x d]: what the first steps multiply their normals by (full rank, natural coordinates).
  /// Empty: its Cholesky factor. With q and root mapped alike, a linear change of the parameters maps the whole fit.
  std::optional<Matrix> root;
  std::optional<Vector> point;   ///< [dimension], with no scale known
  std::optional<double> radius;  ///< within this distance of 0 in every coordinate
  std::shared_ptr<const RunState> state;  ///< of a run to go on with, in the same coordinates and family; with its q

  FitStart() = default;
  FitStart(Gaussian given) : q(std::move(given)) {}      // NOLINT: a q is a start
  FitStart(std::optional<Gaussian> given) : q(std::move(given)) {}  // NOLINT
  FitStart(const FitResult& result);                                // NOLINT: a result is a start

  [[nodiscard]] bool is_given() const { return q || root || point || radius; }
};

}  // namespace g2t
