// What the draws say of nearly dependent control variates.
#pragma once

#include <g2t/selection/subset_problem.hpp>
#include <selection/cross_fit.h>

namespace g2t {

/// Drops what the eigenvalue rule drops of nearly dependent members (kRankTolerance), unless folds say that all of them
/// are clearly better: by two standard errors, and by so much that it will not be lost when q moves.
/// @param solutions  each with its members' best weights; of a step of `units` units
void drop_unsupported(const SubsetProblem& problem, const CrossFit& folds, double units,
                      std::vector<SubsetSolution>& solutions);

}  // namespace g2t
