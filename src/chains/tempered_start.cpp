// Each resampling takes the log ratios of p and q at the present draws.
#include <chains/tempered_start.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/resample.hpp>
#include <limits>
#include <numeric>
#include <set>

namespace g2t {
namespace {

constexpr double kConditionalEss = 0.5;  // of the draws
constexpr Index kMovesATemperature = 4;
constexpr int kBisections = 40;

Vector weights_at(double step, const Vector& log_ratios) {
  const double highest = log_ratios.maxCoeff();
  return (step * (log_ratios.array() - highest)).exp();
}

// The largest power whose weights leave enough effective draws.
double next_power(double power, const Vector& log_ratios) {
  const auto share = [&](double next) {
    const Vector weights = weights_at(next - power, log_ratios);
    return weights.sum() * weights.sum() / weights.squaredNorm() / static_cast<double>(weights.size());
  };
  if (share(1) >= kConditionalEss) return 1;
  double low = power, high = 1;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = 0.5 * (low + high);
    (share(middle) >= kConditionalEss ? low : high) = middle;
  }
  return low;
}

void keep(const std::vector<Index>& rows, std::vector<Index>& ancestors) {
  std::vector<Index> kept;
  for (const Index row : rows) kept.push_back(ancestors[static_cast<std::size_t>(row)]);
  ancestors = kept;
}

}  // namespace

TemperedStart start_chains(const ChainPool& pool, Index chain_count, Index max_gradients, const SampleStreams& sample,
                           ChainMover& mover) {
  TemperedStart out;
  out.temperatures = {0};
  std::vector<Index> ancestors(static_cast<std::size_t>(pool.draws.rows()));
  std::iota(ancestors.begin(), ancestors.end(), Index{0});
  Vector uniforms(64);
  fill_uniforms(sample.chain_start(), {uniforms.data(), static_cast<std::size_t>(uniforms.size())});
  const auto finish = [&](bool is_whole) {
    out.is_whole = is_whole;
    out.ancestors = static_cast<Index>(std::set<Index>(ancestors.begin(), ancestors.end()).size());
    return out;
  };

  double power = 0;
  Vector weights = pool.weights;
  Vector log_ratios;
  if (weights.size() == 0) {
    log_ratios = pool.log_density - mover.log_q(pool.draws);
    for (double& ratio : log_ratios)
      if (!std::isfinite(ratio)) ratio = -std::numeric_limits<double>::infinity();
    if (!std::isfinite(log_ratios.maxCoeff())) return finish(false);
    power = next_power(0, log_ratios);
    weights = weights_at(power, log_ratios);
    out.log_evidence = power * log_ratios.maxCoeff() + std::log(weights.mean());
  } else {
    power = 1;
    out.log_evidence = std::numeric_limits<double>::quiet_NaN();
  }
  std::vector<Index> rows = resample(weights, chain_count, uniforms[0]);
  out.states.positions = pool.draws(rows, Eigen::all);
  keep(rows, ancestors);
  out.temperatures.push_back(power);
  if (!mover.evaluate(out.states)) return finish(false);

  while (power < 1) {
    TemperedTarget target{Vector::Constant(chain_count, power), 1 - power};
    Matrix seen(kMovesATemperature / 2 * chain_count, pool.draws.cols());
    for (Index k = 0; k < kMovesATemperature; ++k) {
      if (mover.gradients() > max_gradients || !mover.move(out.states, target, 1)) return finish(false);
      if (const Index half = k - kMovesATemperature / 2; half >= 0) seen.middleRows(half * chain_count, chain_count) = out.states.positions;
    }
    mover.learn_metrics(seen);
    log_ratios = out.states.log_density - mover.log_q(out.states.positions);
    const double next = next_power(power, log_ratios);
    weights = weights_at(next - power, log_ratios);
    out.log_evidence += (next - power) * log_ratios.maxCoeff() + std::log(weights.mean());
    rows = resample(weights, chain_count, uniforms[static_cast<Index>(out.temperatures.size()) % uniforms.size()]);
    out.states = out.states.at(rows);
    keep(rows, ancestors);
    power = next;
    out.temperatures.push_back(power);
  }
  return finish(true);
}

}  // namespace g2t
