// The first moves are not kept.
#include <chains/chain_mover.h>
#include <chains/heated_points.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/resample.hpp>

namespace g2t {
namespace {

constexpr Index kChains = 64, kMoves = 64, kFirstKept = 16;
constexpr double kLeastPower = 0.5;       // of the posterior
constexpr double kHeat = 2;               // power 1 - kHeat / sqrt(dimension): log p then varies by a few nats times 1 - power
constexpr Index kFirstMove = 1 << 30;     // of streams: beyond those of chains that make draws

}  // namespace

HeatedPoints heated_points(const Model& model, const Gaussian& q, const ChainPool& pool, const SampleStreams& sample,
                           const StopRule& stop) {
  ChainMover mover(model, q, sample, stop, kFirstMove);
  ChainStates states;
  states.positions = pool.draws(resample(pool.weights, kChains, 0.5), Eigen::all);
  const double power = std::max(kLeastPower, 1 - kHeat / std::sqrt(static_cast<double>(q.dimension())));
  const TemperedTarget heated{Vector::Constant(kChains, power), 0};
  Matrix draws((kMoves - kFirstKept) * kChains, q.dimension());
  Vector log_density(draws.rows());
  bool is_whole = mover.evaluate(states);
  for (Index k = 0; k < kMoves && is_whole; ++k) {
    is_whole = mover.move(states, heated, 1);
    if (k < kFirstKept) continue;
    draws.middleRows((k - kFirstKept) * kChains, kChains) = states.positions;
    log_density.segment((k - kFirstKept) * kChains, kChains) = states.log_density;
  }
  HeatedPoints out;
  out.gradients = mover.gradients();
  if (!is_whole) return out;
  out.weights = ((1 - power) * (log_density.array() - log_density.maxCoeff())).exp();
  out.weights /= out.weights.sum();
  out.draws = std::move(draws);
  out.log_density = std::move(log_density);
  return out;
}

}  // namespace g2t
