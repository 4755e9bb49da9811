// A row at a time: draws of its response's mean, sorted; with noise, the mixture's distribution function inverted.
#include <inference/row_sums.h>
#include <inference/sorted_quantile.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <g2t/inference/prediction.hpp>
#include <numbers>

namespace g2t {
namespace {

constexpr std::array<double, 3> kQuantileShares = {0.05, 0.5, 0.95};
constexpr double kQuantilePrecision = 1e-12;  // of quantiles, in sds
constexpr int kMaxQuantileSteps = 200;

// Where the mean of the normals' distribution functions is `share`: Newton's steps, halved where they leave the
// bracket.
double mixture_quantile(const Vector& means, const Vector& sds, double share) {
  constexpr double kFarthest = 40;  // sds beyond which no double is left
  double low = (means - kFarthest * sds).minCoeff(), high = (means + kFarthest * sds).maxCoeff();
  double x = means.mean();
  const double precision = kQuantilePrecision * sds.minCoeff();
  for (int step = 0; step < kMaxQuantileSteps && high - low > precision; ++step) {
    double below = 0, density = 0;
    for (Index s = 0; s < means.size(); ++s) {
      const double z = (x - means[s]) / sds[s];
      below += 0.5 * std::erfc(-z / std::numbers::sqrt2);
      density += std::exp(-0.5 * z * z) / sds[s];
    }
    const double n = static_cast<double>(means.size()), excess = below / n - share;
    density /= n * std::sqrt(2 * std::numbers::pi);
    (excess > 0 ? high : low) = x;
    const double next = x - excess / density;
    if (std::abs(next - x) <= precision) return next;
    x = next > low && next < high ? next : 0.5 * (low + high);
  }
  return x;
}

}  // namespace

Predictions predict_rows(const RegressionRows& rows, const Matrix& draws) {
  check_draws("predict_rows", rows, draws);
  Predictions out;
  for (Vector* const field : {&out.mean, &out.sd, &out.q5, &out.median, &out.q95}) field->resize(rows.count());
  const Vector noise = rows.noise(draws);
  const double n = static_cast<double>(draws.rows());
  Vector values;
  for (Index row = 0; row < rows.count(); ++row) {
    rows.expect(row, draws, values);
    const double mean = values.mean();
    double variance = (values.array() - mean).square().sum() / std::max(n - 1, 1.0);
    if (noise.size() > 0) variance += noise.squaredNorm() / n;
    std::array<double, 3> at{};
    if (noise.size() == 0) std::sort(values.begin(), values.end());
    for (std::size_t k = 0; k < kQuantileShares.size(); ++k)
      at[k] = noise.size() > 0 ? mixture_quantile(values, noise, kQuantileShares[k])
                               : sorted_quantile(values, kQuantileShares[k]);
    out.mean[row] = mean;
    out.sd[row] = std::sqrt(variance);
    out.q5[row] = at[0];
    out.median[row] = at[1];
    out.q95[row] = at[2];
  }
  return out;
}

Matrix log_densities(const RegressionRows& rows, const Matrix& draws) {
  check_draws("log_densities", rows, draws);
  check_responses("log_densities", rows);
  Matrix out(draws.rows(), rows.count());
  Vector densities;
  for (Index row = 0; row < rows.count(); ++row) {
    rows.log_density(row, draws, densities);
    out.col(row) = densities;
  }
  return out;
}

PredictiveScore score_rows(const RegressionRows& rows, const Matrix& draws) {
  check_draws("score_rows", rows, draws);
  check_responses("score_rows", rows);
  PredictiveScore out;
  out.log_density.resize(rows.count());
  Vector densities;
  for (Index row = 0; row < rows.count(); ++row) {
    rows.log_density(row, draws, densities);
    out.log_density[row] = log_mean_exp(densities);
  }
  out.sum = out.log_density.sum();
  out.standard_error = error_of_sum(out.log_density);
  return out;
}

}  // namespace g2t
