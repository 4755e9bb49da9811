// Cross-validation of a selection table whose entries have plug-in estimates, and the choice.
#pragma once

#include <g2t/selection/select_recipe.hpp>
#include <selection/cross_fit.h>
#include <vector>

namespace g2t {

// Terms that are nearly dependent at one q are not so at the next: large weights of opposite signs (2.9e4 occurred,
// with a network's prior) multiply the noise as soon as q moves, whatever they gain where they were fitted. Where
// weights are bounded and the choice is cross-fitted, folds tell whether such terms are worth their weights.
inline constexpr double kRankTolerance = 1e-3;

/// Of a subset problem whose weights are fitted and chosen by these rules.
double rank_tolerance(const SelectionRules& rules);

/// Supports of a forward selection by the cross-fitted product, until three additions in a row do not improve it.
/// @param problem  of a step of `units` units
/// @pre folds.is_possible()
std::vector<std::vector<Index>> forward_path(const SubsetProblem& problem, const CrossFit& folds, double units);

/// Gives every entry its standard errors and, by CrossFit, its cross-fitted mean squared norm; then ties and the
/// choice. By PlugIn, and so for given weights, it adds standard errors only. Without folds it changes nothing.
/// @param folds  of selection.moments
void cross_validate(Selection& selection, const CrossFit& folds, DecideBy decide_by);

}  // namespace g2t
