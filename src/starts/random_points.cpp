// Uniforms of one stream, scaled.
#include <starts/random_points.h>

#include <cmath>
#include <limits>
#include <span>

namespace g2t {

Vector finite_log_densities(const Model& model, const Matrix& points) {
  Vector out;
  model.log_densities(points, out);
  for (double& value : out)
    if (!std::isfinite(value)) value = -std::numeric_limits<double>::infinity();
  return out;
}

Vector uniform_point(Index dimension, double radius, const StreamKey& key) {
  Vector point(dimension);
  fill_uniforms(key, {point.data(), static_cast<std::size_t>(dimension)});
  return radius * (2 * point.array() - 1);
}

Vector best_uniform_point(const Model& model, double radius, Index count, const StreamKey& key, double& log_density) {
  Matrix points(count, model.dimension());
  fill_uniforms(key, {points.data(), static_cast<std::size_t>(points.size())});
  points = radius * (2 * points.array() - 1);
  Index best = 0;
  log_density = finite_log_densities(model, points).maxCoeff(&best);
  return points.row(best);
}

}  // namespace g2t
