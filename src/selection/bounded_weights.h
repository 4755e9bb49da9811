// Weights that stay moderate, whatever the moments say.
#pragma once

#include <g2t/selection/subset_problem.hpp>

namespace g2t {

/// Holds weights of a solution that are larger than `largest` in size at that size, and fits the others anew, until
/// none is larger. Norm and product follow. A solution without such weights stays as it is.
void bound_weights(const SubsetProblem& problem, double largest, SubsetSolution& solution);

}  // namespace g2t
