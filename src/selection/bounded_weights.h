// Bounds on weights.
#pragma once

#include <g2t/selection/subset_problem.hpp>

namespace g2t {

/// Sets weights of absolute value above `largest` to that bound and fits the others again, until none exceeds it.
/// Updates norm and product. A solution without such weights is unchanged.
void bound_weights(const SubsetProblem& problem, double largest, SubsetSolution& solution);

}  // namespace g2t
