// The numbers that a choice of control variates rests on, and what one choice is worth.
#pragma once

#include <g2t/core/types.hpp>
#include <string>
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
  Vector r;  ///< [J]
  Matrix q;  ///< [J x J], symmetric positive semidefinite
  double base_seconds = 0;
  Vector seconds;  ///< [J], of each control variate alone; infinity: never to be used
  std::vector<CostGroup> groups;
  /// A subset whose Q, scaled to unit diagonal, has an eigenvalue below this times its size is nearly dependent.
  double rank_tolerance = 1e-10;
};

/// One subset with its best weights.
struct SubsetSolution {
  std::vector<Index> members;  ///< ascending, from 0
  Vector weights;              ///< one per member; 0 for those that were dropped
  double squared_norm = 0;     ///< G^2, at least kLeastShare u: less cannot be told from rounding
  double seconds = 0;
  double product = 0;

  static constexpr double kLeastShare = 1.5e-14;
};

/// @throws InvalidArgument naming function, entry and value if sizes disagree, a number is NaN or infinite (seconds may
///         be infinite), u or a cost is negative, the base's is not positive, Q is not symmetric to 1e-8, or indefinite
///         beyond rounding: an eigenvalue below -1e-8 after scaling to unit diagonal
void check(const SubsetProblem& problem, const std::string& function);

/// Of the base with these members.
double seconds_of(const SubsetProblem& problem, const std::vector<Index>& members);

/// True if `a` is to be preferred to `b`: by its product, unless rounding cannot tell these apart (1e-12); then by the
/// number of members, the seconds, and the members' numbers.
bool is_better(const SubsetSolution& a, const SubsetSolution& b);

}  // namespace g2t
