// Which control variates to use and with what weights: the exact minimum over all subsets.
#pragma once

#include <g2t/core/types.hpp>

#include <vector>

namespace g2t {

/// Work paid once by any subset that has one of the members.
struct CostGroup {
  std::vector<Index> members;  ///< control variates, from 0
  double seconds = 0;
};

/// Minimise (1/2 a'Qa + r'a + u) * (base_seconds + sum of seconds of those used + groups) over subsets and weights a.
///
/// Source: Geffner & Domke (2020), section 4 (there V_G and V_T).
struct SubsetProblem {
  double u = 0;
  Vector r;             ///< [J]
  Matrix q;             ///< [J x J], symmetric positive semidefinite
  double base_seconds = 0;
  Vector seconds;       ///< [J], of each control variate alone
  std::vector<CostGroup> groups;
  /// A subset whose Q, scaled to unit diagonal, has an eigenvalue below this times its size is nearly dependent.
  double rank_tolerance = 1e-10;
};

/// One subset with its best weights.
struct SubsetSolution {
  std::vector<Index> members;  ///< ascending, from 0
  Vector weights;              ///< one per member; 0 for those that were dropped
  double squared_norm = 0;     ///< G^2, at least a few eps u: less cannot be told from rounding
  double seconds = 0;
  double product = 0;
};

/// The best weights of one subset. Of nearly dependent control variates some are dropped (weight 0): those without
/// which the squared norm is least. So weights stay moderate, and a subset is never worse than its own subsets.
/// @throws InvalidArgument as solve_all_subsets
SubsetSolution solve_subset(const SubsetProblem& problem, const std::vector<Index>& members);

/// Every subset with its best weights as solve_subset gives them, the empty one first, in the order of the bits of its
/// members.
/// @throws InvalidArgument naming the entry if sizes disagree, a number is NaN, a cost is negative or the base's is not
///         positive, or there are more than 16 control variates
std::vector<SubsetSolution> solve_all_subsets(const SubsetProblem& problem);

/// Position of the least product; of those that rounding cannot tell apart, the one with the fewest members, then the
/// cheapest, then the first.
/// @pre at least one solution
Index best_subset(const std::vector<SubsetSolution>& solutions);

}  // namespace g2t
