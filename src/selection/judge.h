// The last word on a ledger whose entries have plug-in values: honest ones, and the choice.
#pragma once

#include <g2t/selection/select_recipe.hpp>
#include <vector>

namespace g2t {

// Terms that are nearly dependent at one q are not so at the next: weights that live on their difference (2.9e4 was
// seen, with a network's prior) blow up the noise as soon as q moves, whatever they gain where they were fitted.
inline constexpr double kRankTolerance = 1e-3;

/// Supports that grow by the member that does most for the product on units that did not fit the weights, until three
/// in a row have done nothing; empty without folds.
/// @param problem  of a step of `units` units
/// @param fixed    |E g|^2
std::vector<std::vector<Index>> forward_path(const SubsetProblem& problem, const Moments& moments, double fixed,
                                             double units, double largest_weight);

/// Gives every entry its standard errors and, by CrossFit, its squared norm on units that did not fit its weights;
/// then ties and the choice. By PlugIn, and so for given weights, standard errors are all it adds. Without folds
/// everything stays as it is.
void judge(Selection& selection, const SelectionRules& rules);

}  // namespace g2t
