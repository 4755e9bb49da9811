// Checks of a subset problem, and one subset with its cost.
#pragma once

#include <g2t/core/subset_problem.hpp>
#include <string>
#include <vector>

namespace g2t {

/// One subset with its best weights.
struct SubsetSolution {
  std::vector<Index> members;  ///< ascending, from 0
  Vector weights;              ///< one per member; 0 for those that were dropped
  double squared_norm = 0;     ///< G^2, at least kMinShare u: less is below rounding error
  double seconds = 0;
  double product = 0;

  static constexpr double kMinShare = 1.5e-14;
};

/// @throws InvalidArgument naming function, entry and value if sizes disagree, a number is NaN or infinite (seconds may
///         be infinite), u or a cost is negative, the base's is not positive, Q is not symmetric to 1e-8, or indefinite
///         beyond rounding: an eigenvalue below -1e-8 after scaling to unit diagonal
void check(const SubsetProblem& problem, const std::string& function);

/// Of the base with these members.
double seconds_of(const SubsetProblem& problem, const std::vector<Index>& members);

/// Relative difference of products that rounding can make.
inline constexpr double kProductTie = 1e-12;

/// True if `a` is preferred to `b`: by the product, or if these are equal up to rounding (kProductTie), by the number
/// of members, the seconds, and the members' numbers.
bool is_better(const SubsetSolution& a, const SubsetSolution& b);

}  // namespace g2t
