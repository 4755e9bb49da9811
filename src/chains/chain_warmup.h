// Moves until chains have forgotten where they began, while metric and step size are learned.
#pragma once

#include <chains/chain_moments.h>
#include <chains/chain_mover.h>

#include <vector>

namespace g2t {

/// Half of the chains, every second group of eight, begin the warm-up at double the temperature (target p^(1/2)): spread
/// wider than the posterior, so that they end where the others do only if all move freely.
std::vector<bool> hot_chains(Index chain_count);

inline constexpr Index kMovesABlock = 8;  ///< between two looks

/// Blocks of moves, of which metric and step size are learned, until two successive ones agree within their noise, and
/// hot chains with the others.
/// @param max_gradients  when it is over in any case
/// @returns true if they do
bool warm_up_chains(Index max_gradients, ChainMover& mover, ChainStates& states);

/// A block of moves that tunes the step sizes, after the metrics learned from recent moves: chains have come to a region where
/// they accept less than the step sizes were tuned to.
/// @returns false if the stopping rule ended it
bool tune_again(ChainHistory recent, ChainMover& mover, ChainStates& states);

}  // namespace g2t
