// What a fit starts from besides its options.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/selection/select_recipe.hpp>

#include <optional>
#include <vector>

namespace g2t {

/// What a fit starts from besides its options: contents of the files that they name.
struct FitInputs {
  std::optional<Gaussian> init;
  std::optional<Vector> init_point;    ///< instead: where to start, [dimension], with no scale known
  std::optional<double> init_radius;   ///< instead: start within this distance of 0 in every coordinate
  /// Of init's covariance, [d x d]: what the first steps multiply their normals by (full rank, natural coordinates).
  /// Empty: its Cholesky factor. With init and root mapped alike, a linear change of the parameters maps the whole fit.
  std::optional<Matrix> init_root;
  std::optional<Costs> costs;      ///< given: the clock is the cost model
  std::optional<Recipe> recipe;    ///< of FitOptions::estimator, if that is a file
  std::vector<LedgerEntry> pool;   ///< recipes of FitOptions::pool, with their names
};

}  // namespace g2t
