// A column at a time; values that could not be had are left out of it.
#include <g2t/core/random.hpp>
#include <inference/quantity_summary.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr Index kMostValues = 20'000'000;  // in memory
constexpr Index kPairs = 1000;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Column {
  std::vector<double> values, weights;
};

Column finite_part(const Matrix& table, Index column, const Vector& weights) {
  Column out;
  for (Index k = 0; k < table.rows(); ++k) {
    if (!std::isfinite(table(k, column))) continue;
    out.values.push_back(table(k, column));
    if (weights.size() > 0) out.weights.push_back(weights[k]);
  }
  return out;
}

// Between the two nearest values.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const std::size_t below = static_cast<std::size_t>(place), above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

QuantitySummary summarize_quantities(const Quantities& quantities, const Matrix& draws, const Vector& weights,
                                     std::uint64_t seed) {
  QuantitySummary out;
  out.names = quantities.names();
  out.parameter_count = quantities.parameter_count();
  out.computed_count = quantities.computed_count();
  const auto fits = [&](std::size_t count) { return static_cast<Index>(count) * draws.rows() <= kMostValues; };
  for (const Index fewer : {out.computed_count, out.parameter_count})
    if (!fits(out.names.size())) out.names.resize(static_cast<std::size_t>(fewer));
  Matrix values;
  quantities.compute(draws, seed, values);
  const Index count = static_cast<Index>(out.names.size());
  for (Vector* const field : {&out.mean, &out.sd, &out.q5, &out.median, &out.q95}) field->setConstant(count, kNaN);
  if (weights.size() > 0) {
    out.weighted_mean.setConstant(count, kNaN);
    out.weighted_sd.setConstant(count, kNaN);
  }
  for (Index j = 0; j < count; ++j) {
    Column column = finite_part(values, j, weights);
    if (column.values.size() < 2) continue;
    const Eigen::Map<const Eigen::ArrayXd> all(column.values.data(), static_cast<Index>(column.values.size()));
    out.mean[j] = all.mean();
    out.sd[j] = std::sqrt((all - out.mean[j]).square().sum() / static_cast<double>(all.size() - 1));
    if (!column.weights.empty()) {
      const Eigen::Map<const Eigen::ArrayXd> weight(column.weights.data(), all.size());
      const double sum = weight.sum();
      out.weighted_mean[j] = (weight * all).sum() / sum;
      out.weighted_sd[j] = std::sqrt((weight * (all - out.weighted_mean[j]).square()).sum() / sum);
    }
    std::sort(column.values.begin(), column.values.end());
    out.q5[j] = quantile(column.values, 0.05);
    out.median[j] = quantile(column.values, 0.5);
    out.q95[j] = quantile(column.values, 0.95);
  }
  return out;
}

void summarize_quantities(const Model& model, std::uint64_t seed, FitResult& result) {
  if (model.quantities() == nullptr) return;
  Matrix half(kPairs, model.dimension()), normals(2 * kPairs, model.dimension()), draws;
  fill_normals({seed, Purpose::Elbo, 1}, half);
  normals << half, -half;
  transform_normals(result.q, normals, draws);
  result.constrained = summarize_quantities(*model.quantities(), draws, {}, seed);
}

}  // namespace g2t
