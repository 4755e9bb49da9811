// Which control variates to use and with what weights: the exact minimum over all subsets.
#pragma once

#include <cstdint>
#include <g2t/selection/subset_problem.hpp>
#include <limits>
#include <vector>

namespace g2t {

/// The best weights of one subset within the problem's bound. Of nearly dependent control variates some are dropped (weight 0): those without
/// which the mean squared norm is smallest. So a subset is never worse than its own subsets.
/// @throws InvalidArgument as check
SubsetSolution solve_subset(const SubsetProblem& problem, const std::vector<Index>& members);

/// Every subset with its best weights as solve_subset gives them, the empty one first, in the order of the bits of its
/// members.
/// @throws InvalidArgument as check, or if there are more than 16 control variates
std::vector<SubsetSolution> solve_all_subsets(const SubsetProblem& problem);

/// Position of the one that is_better than all others.
/// @pre at least one solution
Index best_subset(const std::vector<SubsetSolution>& solutions);

/// How much a search may find and take.
struct SearchLimits {
  Index top = 1;  ///< number of best subsets requested
  std::int64_t max_nodes = std::numeric_limits<std::int64_t>::max();
  double max_seconds = std::numeric_limits<double>::infinity();  ///< of wall time
};

/// What a search found, and what it proved.
struct SubsetSearch {
  std::vector<SubsetSolution> best;  ///< the best first; never empty, at most `top`
  bool is_optimal = true;            ///< false: a limit was hit
  double lower_bound = 0;            ///< on the product of every subset; that of the best if is_optimal
  std::int64_t nodes = 0;            ///< of the tree
};

/// The subsets with the smallest products, for any number of control variates, by branch and bound. Nearly dependent
/// subsets are not candidates: one of their own subsets is as good.
///
/// Source: leaps and bounds (Furnival and Wilson 1974) for a product of two functions; docs/theory/selection.md, "The
/// search".
/// @throws InvalidArgument as check, or if `top` is not positive
SubsetSearch search_subsets(const SubsetProblem& problem, const SearchLimits& limits = {});

}  // namespace g2t
