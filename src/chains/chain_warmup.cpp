// Blocks are compared chain by chain: what differs between chains does not count as drift.
#include <chains/chain_moments.h>
#include <chains/chain_warmup.h>

#include <algorithm>

namespace g2t {
namespace {

constexpr Index kLaneWidth = 8;
constexpr Index kHotMoves = 8;
constexpr double kHotPower = 0.5;
constexpr Index kMinBlocks = 3, kMinAlternating = 2;
constexpr Index kMostBlocks = 16;  // that metrics are learned from
constexpr double kSlow = 0.55;  // autocorrelation of moves, above which they alternate
constexpr Index kTuningMoves = 4;  // of each step size alone, at the end
constexpr Index kHalfBlock = kMovesABlock / 2;

// Positions of all chains after several moves, one below the other.
Matrix pooled(ChainHistory moves, Index dimension) {
  const Index chains = moves.front().rows();
  Matrix out(static_cast<Index>(moves.size()) * chains, dimension);
  for (std::size_t k = 0; k < moves.size(); ++k)
    out.middleRows(static_cast<Index>(k) * chains, chains) = moves[k].leftCols(dimension);
  return out;
}

}  // namespace

std::vector<bool> hot_chains(Index chain_count) {
  std::vector<bool> out(static_cast<std::size_t>(chain_count));
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = (k / kLaneWidth) % 2 == 1;
  return out;
}

bool warm_up_chains(Index max_gradients, ChainMover& mover, ChainStates& states) {
  const Index chains = states.count(), d = states.positions.cols();
  const std::vector<bool> is_hot = hot_chains(chains);
  TemperedTarget hot = untempered(chains);
  for (Index k = 0; k < chains; ++k)
    if (is_hot[static_cast<std::size_t>(k)]) hot.power_of_model[k] = kHotPower;
  const TemperedTarget target = untempered(chains);
  for (Index k = 0; k < kHotMoves; ++k)
    if (!mover.move(states, hot, 1)) return false;

  std::vector<Matrix> halves;  // second halves of the latest blocks
  Index first_alternating = 1;
  const double critical = critical_z(4 * (d + 1));
  for (Index block = 1;; ++block) {
    std::vector<Matrix> moves = {states.positions};
    for (Index k = 0; k < kMovesABlock; ++k) {
      if (!mover.move(states, target, block == first_alternating ? 1 : 0.5)) return false;
      moves.push_back(states.positions);
      if (k < kHalfBlock) continue;
      halves.emplace_back(chains, d + 1);
      halves.back() << states.positions, states.log_density;
    }
    const ChainHistory all(halves);
    const ChainHistory last = all.last(kHalfBlock);
    const auto recent = static_cast<std::size_t>(kHalfBlock * std::clamp<Index>(block / 2, std::min<Index>(2, block), kMostBlocks));
    mover.learn_metrics(pooled(all.last(recent), d));
    if (block >= kMinBlocks && !mover.alternates() && autocorrelation(moves).maxCoeff() > kSlow) {
      mover.alternate();
      first_alternating = block + 1;
    }
    if (block >= kMinBlocks && (!mover.alternates() || block >= first_alternating + kMinAlternating - 1)) {
      const ColumnScale scale = column_scale(last);
      const Matrix here = moments_by_chain(last, scale);
      const Matrix before = moments_by_chain(all.subspan(all.size() - 2 * kHalfBlock, kHalfBlock), scale);
      if (largest_z(here - before) < critical && largest_group_z(here, is_hot) < critical) break;
    }
    if (mover.gradients() > max_gradients) return false;
    if (block >= kMostBlocks) halves.erase(halves.begin(), halves.begin() + kHalfBlock);
  }
  // For the last metric.
  for (Index k = 0; k < (mover.alternates() ? 2 : 1) * kTuningMoves; ++k)
    if (!mover.move(states, target, 1)) return false;
  return true;
}

bool tune_again(ChainHistory recent, ChainMover& mover, ChainStates& states) {
  mover.learn_metrics(pooled(recent, states.positions.cols()));
  const TemperedTarget target = untempered(states.count());
  for (Index k = 0; k < kMovesABlock; ++k)
    if (!mover.move(states, target, 1)) return false;
  return true;
}

}  // namespace g2t
