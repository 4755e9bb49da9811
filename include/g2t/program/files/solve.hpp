// The best choice for a problem file, with moments and costs of another program.
#pragma once

#include <g2t/io/problem_file.hpp>
#include <g2t/selection/subset_solver.hpp>

namespace g2t {

/// The best subsets of the control variates (Algorithm 2); or of a pool the candidates with the smallest mean squared
/// norm times seconds (Algorithm 1), each as the one member of its solution, with weight 1.
///
/// @param limits  a pool uses `top` only: all of its candidates are compared
/// @throws InvalidArgument as search_subsets, or if the pool's top is not positive
SubsetSearch solve(const ProblemFile& problem, const SearchLimits& limits = {});

}  // namespace g2t
