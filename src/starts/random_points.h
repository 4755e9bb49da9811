// Uniform points, and the best of many of them.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>

namespace g2t {

/// A point with every coordinate uniform on (-radius, radius).
Vector uniform_point(Index dimension, double radius, const StreamKey& key);

/// The best of `count` such points by log density; the log density is not finite anywhere: it is not at the result.
Vector best_uniform_point(const Model& model, double radius, Index count, const StreamKey& key, double& log_density);

/// [point_count], minus infinity where it is not finite.
Vector finite_log_densities(const Model& model, const Matrix& points);

}  // namespace g2t
