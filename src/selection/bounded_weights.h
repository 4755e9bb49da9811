// Bounds on weights.
#pragma once

#include <g2t/selection/subset_problem.hpp>

namespace g2t {

/// Of a solution without bounds, of which some weight exceeds the problem's largest_weight: sets the weights to the
/// best within the bound, and updates norm and product. Members without a weight have none afterwards.
void bound_weights(const SubsetProblem& problem, SubsetSolution& solution);

}  // namespace g2t
