// Ratios are scaled by their median, so that the iteration is about numbers near one.
#include <core/decompositions.h>
#include <inference/answer/answer_draws.h>
#include <inference/answer/bridge_evidence.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/sample.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr double kShrinkage = 2;  // draws a parameter that correlations count as much as none
constexpr int kIterations = 100;
constexpr double kAccuracy = 1e-8;

Gaussian normal_of(const Matrix& draws) {
  Gaussian out;
  out.structure = Structure::Dense;
  out.mean = draws.colwise().mean().transpose();
  const double n = static_cast<double>(draws.rows()), d = static_cast<double>(draws.cols());
  Matrix covariance = sample_covariance(draws);
  const Vector variances = covariance.diagonal();
  covariance *= n / (n + kShrinkage * d);
  covariance.diagonal() = variances;
  const Cholesky factor = cholesky(covariance);
  if (factor.is_definite && factor.lower.allFinite())
    out.cholesky = factor.lower;
  else
    out.cholesky = variances.cwiseSqrt().asDiagonal();
  return out;
}

// Variance over squared mean.
double relative_variance(const Eigen::ArrayXd& values) { return sample_variance(values) / (values.mean() * values.mean()); }

}  // namespace

Evidence bridge_evidence(const Model& model, const Matrix& draws, const Vector& log_density, double effective,
                         const std::function<Flags(const Matrix&)>& is_inside, const StreamKey& normals,
                         const StopRule& stop) {
  Evidence out{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  const Index half = draws.rows() / 2;
  if (half < 2 * QSample::kPairsAtOnce) return out;
  std::vector<Index> even, odd;
  for (Index k = 0; k < 2 * half; ++k) (k % 2 == 0 ? even : odd).push_back(k);
  const Gaussian g = normal_of(draws(even, Eigen::all));
  Matrix xi(half, draws.cols()), of_normal;
  fill_normals(normals, xi);
  transform_normals(g, xi, of_normal);
  Vector density;
  if (log_densities_until(model, of_normal, stop, density) < half) return out;

  const Vector at_draws = log_density(odd) - log_density_at(g, draws(odd, Eigen::all));
  Vector at_normal = density - log_density_of_normals(g, xi);
  const Flags inside = is_inside(of_normal);
  for (Index k = 0; k < half; ++k)
    if (inside[static_cast<std::size_t>(k)] == 0 || std::isnan(at_normal[k])) at_normal[k] = -std::numeric_limits<double>::infinity();
  std::vector<double> sorted(at_draws.begin(), at_draws.end());
  std::nth_element(sorted.begin(), sorted.begin() + half / 2, sorted.end());
  const double middle = sorted[static_cast<std::size_t>(half / 2)];
  const Eigen::ArrayXd a = (at_draws.array() - middle).exp(), b = (at_normal.array() - middle).exp();
  double ratio = 1;
  for (int k = 0; k < kIterations; ++k) {
    const double next = (b / (b + ratio)).mean() / (1 / (a + ratio)).mean();
    if (!(std::isfinite(next) && next > 0)) return out;
    const bool is_done = std::abs(next - ratio) < kAccuracy * ratio;
    ratio = next;
    if (is_done) break;
  }
  out.log_mass = middle + std::log(ratio);
  const double n = static_cast<double>(half);
  out.error = std::sqrt(relative_variance(b / (b + ratio)) / n + relative_variance(1 / (a + ratio)) / (n * std::max(effective, 1 / n)));
  return out;
}

}  // namespace g2t
