// The exact expectation if there is one, else the mean of log p - log q over chunks of draws.
#include <g2t/core/elbo.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/evaluate_until.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr Index kDrawsAtOnce = 64;

}  // namespace

bool has_exact_elbo(const Model& model, Structure structure) {
  return model.expectation() != nullptr && model.expectation()->supports(structure);
}

Elbo elbo(const Model& model, const Gaussian& q, const StreamKey& key, Index draw_count, const StopQuestion& question) {
  Elbo out;
  if (has_exact_elbo(model, q.structure)) {
    ExpectedLogDensity expected;
    model.expectation()->expect(q, expected);
    out.value = expected.value + entropy(q);
    out.is_exact = true;
    return out;
  }
  return monte_carlo_elbo(model, q, key, draw_count, question);
}

Elbo monte_carlo_elbo(const Model& model, const Gaussian& q, const StreamKey& key, Index draw_count,
                      const StopQuestion& question) {
  Elbo out;
  if (draw_count < 2) throw InvalidArgument("elbo", "draw_count", std::to_string(draw_count), "must be at least 2");

  // The mean of log p - log q: exact entropy would not lower the variance near the optimum, the pairing does.
  Matrix normals(draw_count, q.dimension());
  fill_normals(key, normals);
  std::vector<double> values;
  const StopQuestion of_chunk = question ? [&](Index done) { return question(out.draws + done); } : StopQuestion{};
  for (bool is_over = false; out.draws < draw_count && !is_over;) {
    const Matrix chunk = normals.middleRows(out.draws, std::min(kDrawsAtOnce, draw_count - out.draws));
    Matrix draws;
    transform_normals(q, chunk, draws);
    Vector log_density;
    const Index done = log_densities_until(model, draws, of_chunk, log_density);
    is_over = done < chunk.rows();
    out.draws += done;
    const Vector log_q = log_density_of_normals(q, chunk);
    for (Index s = 0; s < done; ++s) {
      const double value = log_density[s] - log_q[s];
      if (std::isfinite(value))
        values.push_back(value);
      else
        ++out.failed_draws;
    }
  }
  const Eigen::Map<const Vector> kept(values.data(), static_cast<Index>(values.size()));
  const double n = static_cast<double>(values.size());
  if (values.size() < 2) {
    out.value = -std::numeric_limits<double>::infinity();
    out.standard_error = std::numeric_limits<double>::infinity();
    return out;
  }
  out.value = kept.mean();
  out.standard_error = std::sqrt((kept.array() - out.value).square().sum() / (n - 1) / n);
  return out;
}

}  // namespace g2t
