// A column at a time; values that could not be had are left out of it.
#include <g2t/core/sample.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/inference/options.hpp>
#include <inference/quantity_summary.h>
#include <inference/quantity_values.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr Index kMaxValues = 20'000'000;  // in memory
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

std::vector<double> finite_values(const Matrix& table, Index column, Index rows) {
  std::vector<double> values;
  for (Index k = 0; k < rows; ++k)
    if (std::isfinite(table(k, column))) values.push_back(table(k, column));
  return values;
}

struct WeightedPair {
  double mean = kMissing, sd = kMissing;
};

WeightedPair weighted_moments_of(const Matrix& table, Index column, const Vector& weights) {
  double sum = 0, mean = 0, square = 0;
  const auto each = [&](auto use) {
    for (Index k = 0; k < table.rows(); ++k)
      if (std::isfinite(table(k, column))) use(weights[k], table(k, column));
  };
  each([&](double weight, double value) { sum += weight, mean += weight * value; });
  mean /= sum;
  each([&](double weight, double value) { square += weight * (value - mean) * (value - mean); });
  return {mean, std::sqrt(square / sum)};
}

// Between the two nearest values.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const std::size_t below = static_cast<std::size_t>(place), above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

QuantitySummary summarize_quantities(const Quantities& quantities, const Matrix& draws, Index of_q,
                                     const Vector& weights, std::uint64_t seed, const Deadline& deadline) {
  QuantitySummary out;
  out.names = quantities.names();
  out.parameter_count = quantities.parameter_count();
  out.computed_count = quantities.computed_count();
  const auto fits = [&](std::size_t count) { return static_cast<Index>(count) * draws.rows() <= kMaxValues; };
  for (const Index fewer : {out.computed_count, out.parameter_count})
    if (!fits(out.names.size())) out.names.resize(static_cast<std::size_t>(fewer));
  const QuantityValues seen = values_until(quantities, draws, of_q, weights, seed, deadline);
  const bool has_weights = seen.weights.size() > 0;
  out.draws = seen.of_q;
  if (has_weights) out.weighted_draws = seen.weighted().rows();
  const Index count = static_cast<Index>(out.names.size());
  for (Vector* const field : {&out.mean, &out.sd, &out.q5, &out.median, &out.q95}) field->setConstant(count, kMissing);
  if (has_weights) {
    out.weighted_mean.setConstant(count, kMissing);
    out.weighted_sd.setConstant(count, kMissing);
  }
  for (Index j = 0; j < count; ++j) {
    std::vector<double> column = finite_values(seen.values, j, seen.of_q);
    if (column.size() < 2) continue;
    const Eigen::Map<const Eigen::ArrayXd> all(column.data(), static_cast<Index>(column.size()));
    out.mean[j] = all.mean();
    out.sd[j] = std::sqrt(sample_variance(all));
    if (has_weights) {
      const WeightedPair weighted = weighted_moments_of(seen.weighted(), j, seen.weights);
      out.weighted_mean[j] = weighted.mean;
      out.weighted_sd[j] = weighted.sd;
    }
    std::sort(column.begin(), column.end());
    out.q5[j] = quantile(column, 0.05);
    out.median[j] = quantile(column, 0.5);
    out.q95[j] = quantile(column, 0.95);
  }
  return out;
}

void summarize_quantities(const Model& model, std::uint64_t seed, const Deadline& deadline, FitResult& result) {
  if (model.quantities() == nullptr) return;
  Matrix normals(kReportDraws, model.dimension()), draws;
  fill_mirrored_normals(streams::summary(seed), normals);
  transform_normals(result.q, normals, draws);
  result.constrained = summarize_quantities(*model.quantities(), draws, draws.rows(), {}, seed, deadline);
}

}  // namespace g2t
