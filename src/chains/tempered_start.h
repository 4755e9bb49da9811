// From draws of q to draws of the posterior, as a start for chains.
#pragma once

#include <chains/chain_mover.h>

namespace g2t {

/// Draws that chains may start from.
struct ChainPool {
  Matrix draws;         ///< [draw_count x dimension]
  Vector log_density;   ///< [draw_count], of the model
  Vector weights;       ///< [draw_count], sum 1: for the posterior. Empty: they are draws of q
};

/// Chains after the start.
struct TemperedStart {
  ChainStates states;
  std::vector<double> temperatures;  ///< powers of p over q on the way, the last 1 if it was reached
  double log_evidence = 0;           ///< log of the integral of p, by the way from q; NaN if the pool had weights
  Index ancestors = 0;               ///< different draws of the pool that they come from
  bool is_whole = false;             ///< false: the stopping rule or the budget ended it
};

/// Annealed sequential Monte Carlo along q^(1 - beta) p^beta: a step of beta leaves half of the effective draws, and is
/// followed by a few moves. One step where q is good; one resampling where the pool has weights.
///
/// Source: Del Moral, Doucet and Jasra (2006), "Sequential Monte Carlo samplers"; steps by the conditional effective
/// sample size of Zhou, Johansen and Aston (2016).
/// @param max_gradients  when it is over in any case
TemperedStart start_chains(const ChainPool& pool, Index chain_count, Index max_gradients, const SampleStreams& sample,
                           ChainMover& mover);

}  // namespace g2t
