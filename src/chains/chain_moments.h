// What many chains say about one another: moments of each, and how far they differ beyond their noise.
#pragma once

#include <g2t/core/types.hpp>

#include <span>
#include <vector>

namespace g2t {

/// Values of all chains after each of some moves, [chain_count x column_count] each.
using ChainHistory = std::span<const Matrix>;

/// Mean and standard deviation of every column over chains and moves, [column_count].
struct ColumnScale {
  Vector mean, sd;
};
ColumnScale column_scale(ChainHistory moves);

/// Every chain's mean, and half of its mean square, of the scaled columns: [chain_count x 2 column_count]. The second is
/// the relative change of the sd to first order.
Matrix moments_by_chain(ChainHistory moves, const ColumnScale& scale);

/// Standard errors of the columns' means over independent chains.
Vector error_between_chains(const Matrix& by_chain);

/// The largest mean over the chains, in its standard errors.
double largest_z(const Matrix& by_chain);
/// The largest difference between the chains in a group and the others, likewise.
double largest_group_z(const Matrix& by_chain, const std::vector<bool>& is_in_group);
/// What the largest of this many of them stays below, but for one run in hundreds.
double critical_z(Index count);

/// The largest share that one chain's distance from the others has in a column's variance: a chain that stays apart widens
/// an sd by about half of it.
/// @param means  [chain_count x column_count], of the scaled columns
double largest_share_of_variance(const Matrix& means);

/// Correlation of successive moves, [column_count]: near 1 where chains go nowhere in a move.
Vector autocorrelation(ChainHistory moves);

/// Potential scale reduction of groups of chains, the largest of the columns: near 1 where groups agree.
///
/// Source: Margossian et al. (2024), "Nested R-hat".
/// @param group_size  chains that count as one; the number of chains is a multiple of it
double nested_r_hat(ChainHistory moves, Index group_size);

}  // namespace g2t
