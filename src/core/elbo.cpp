// The exact expectation if there is one, else the mean of log p - log q over chunks of draws.
#include <g2t/core/elbo.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/sample.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace g2t {
namespace {

constexpr Index kDrawsAtOnce = 64;

}  // namespace

bool has_exact_elbo(const Model& model, Structure structure) {
  return model.expectation() != nullptr && model.expectation()->supports(structure);
}

Elbo exact_elbo(const Model& model, const Gaussian& q) {
  ExpectedLogDensity expected;
  model.expectation()->expect(q, expected);
  Elbo out;
  out.value = expected.value + entropy(q);
  out.is_exact = true;
  return out;
}

Elbo mean_elbo(const Vector& values) {
  Elbo out;
  std::vector<double> finite;
  for (const double value : values)
    if (std::isfinite(value)) finite.push_back(value);
  out.draws = values.size();
  out.failed_draws = values.size() - static_cast<Index>(finite.size());
  if (finite.size() < 2) {
    out.value = -std::numeric_limits<double>::infinity();
    out.standard_error = std::numeric_limits<double>::infinity();
    return out;
  }
  const Eigen::Map<const Vector> kept(finite.data(), static_cast<Index>(finite.size()));
  out.value = kept.mean();
  out.standard_error = std::sqrt(sample_variance(kept.array()) / static_cast<double>(finite.size()));
  return out;
}

Elbo elbo(const Model& model, const Gaussian& q, const StreamKey& key, Index draw_count, const StopRule& stop) {
  return has_exact_elbo(model, q.structure) ? exact_elbo(model, q) : monte_carlo_elbo(model, q, key, draw_count, stop);
}

Elbo monte_carlo_elbo(const Model& model, const Gaussian& q, const StreamKey& key, Index draw_count,
                      const StopRule& stop) {
  if (draw_count < 2) throw InvalidArgument("elbo", "draw_count", std::to_string(draw_count), "must be at least 2");

  // The mean of log p - log q: exact entropy would not lower the variance near the optimum, the pairing does.
  Matrix normals(draw_count, q.dimension());
  fill_normals(key, normals);
  Vector values(draw_count), log_density;
  Matrix draws;
  Index made = 0;
  const StopRule of_chunk = stop ? [&](Index done) { return stop(made + done); } : StopRule{};
  for (bool is_over = false; made < draw_count && !is_over;) {
    const Matrix chunk = normals.middleRows(made, std::min(kDrawsAtOnce, draw_count - made));
    transform_normals(q, chunk, draws);
    const Index done = log_densities_until(model, draws, of_chunk, log_density);
    is_over = done < chunk.rows();
    values.segment(made, done) = log_density.head(done) - log_density_of_normals(q, chunk).head(done);
    made += done;
  }
  return mean_elbo(values.head(made));
}

}  // namespace g2t
