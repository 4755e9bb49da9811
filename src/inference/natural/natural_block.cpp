// Noise at rest falls geometrically, within a block and from block to block.
#include <inference/natural/natural_block.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kFirstEps = 0.05, kLastEps = 0.002, kEpsFall = 0.3;  // noise at rest: first, then a block later
constexpr double kLastEpsFall = 0.7;  // of the noise in the averaged half, a block later
constexpr double kMixing = 20;        // times that the averaged half forgets where it came from
constexpr double kLongest = 2, kLongestOfOne = 2;  // usual lengths of a gradient that move q in the first block, and 1 / d more
constexpr double kLongestGrowth = 1.3;             // a block later: what is cut is a bias
constexpr Index kLowRankAverageEvery = 4;  // steps of a low-rank q, which costs about a step to average
constexpr Index kMostBlockParameters = 1000;  // of a low-rank q, whose steps need not be more for more of them
constexpr double kFirstBlockDraws = 256, kBlockDrawsPerParameter = 2;

}  // namespace

NaturalBlock::NaturalBlock(Index number, Index draws, Index draws_a_step, const NaturalFamily& q, Index first_iteration)
    : steps_((draws + draws_a_step - 1) / draws_a_step), first_iteration_(first_iteration) {
  const Index d = q.mean().size();
  const double block = static_cast<double>(number);
  last_eps_ = kLastEps * std::pow(kLastEpsFall, block);
  first_eps_ = std::max(last_eps_, kFirstEps * std::pow(kEpsFall, block));
  longest_gradient_ = (kLongest + kLongestOfOne / static_cast<double>(d)) * std::pow(kLongestGrowth, block);
  average_every_ = std::clamp<Index>(q.structure() == Structure::Dense ? d / 4 : 1, 1, 32);
  if (q.structure() == Structure::LowRank) average_every_ = kLowRankAverageEvery;
}

NoiseAllowance NaturalBlock::allowed() const {
  const double steps = static_cast<double>(steps_), share = static_cast<double>(step_) / steps;
  const double eps = first_eps_ * std::pow(last_eps_ / first_eps_, std::min(1.0, 2 * share));
  return {eps, kMixing / steps, longest_gradient_};
}

void NaturalBlock::end_step(const NaturalFamily& q) {
  if (is_averaging() && (step_ % average_every_ == 0 || step_ + 1 == steps_)) {
    average_.add(q.gaussian());
    batches_.add(q.gaussian(), 2 * static_cast<double>(step_) / static_cast<double>(steps_) - 1);
  }
  ++step_;
}

Index first_block_draws(Index dimension, Index draws_a_step, Structure structure) {
  if (structure == Structure::LowRank) dimension = std::min(dimension, kMostBlockParameters);
  const double draws = kFirstBlockDraws + kBlockDrawsPerParameter * static_cast<double>(dimension);
  return static_cast<Index>(std::ceil(draws / static_cast<double>(draws_a_step))) * draws_a_step;
}

}  // namespace g2t
