// The subset problem of a step that averages several draws.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/moments.hpp>
#include <g2t/selection/subset_problem.hpp>
#include <vector>

namespace g2t {

/// Units of a step of so many draws: draws, or pairs.
/// @throws InvalidArgument if there are none, or an odd number for pairs
Index units_of(const Moments& moments, Index draws);

/// With the squared norm `fixed` + a quadratic form of `products` over the units: averaging lowers the second alone.
/// @param products  [J+1 x J+1]
SubsetProblem step_problem(const Moments& moments, const Matrix& products, double fixed, const Costs& costs,
                           Index draws);

}  // namespace g2t
