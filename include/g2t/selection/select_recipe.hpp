// Moments and costs in, recipe out: the G²T rule. Knows no model and no family.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/moments.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/selection/subset_solver.hpp>

#include <string>
#include <vector>

namespace g2t {

/// One line of the ledger: an estimator, its mean squared norm and seconds for a step, and their product.
struct LedgerEntry {
  std::string name;  ///< of the recipe, if it has one
  Recipe recipe;
  double squared_norm = 0;  ///< G^2 for a step of recipe.draws draws
  double seconds = 0;       ///< T of such a step
  double product = 0;
};

/// All that a choice rests on, and the choice.
struct Selection {
  Moments moments;
  Costs costs;
  Index draws = 0;
  double gradient_squared_norm = 0;  ///< estimate of |E g|^2, what averaging more draws cannot lower
  std::vector<LedgerEntry> entries;
  Index chosen = 0;

  [[nodiscard]] const LedgerEntry& choice() const { return entries[static_cast<std::size_t>(chosen)]; }
  /// The best entry other than the choice; null if there is none.
  [[nodiscard]] const LedgerEntry* best_alternative() const;
};

/// Algorithm 2: the best subset of the control variates in `moments`, with its best weights. The entries are all
/// subsets, or of more than six control variates the base and the best twenty.
/// @param draws  per step; mean squared norms are for their average, G^2_N = |Eg|^2 + (G^2_1 - |Eg|^2) / N
/// Source: Geffner & Domke (2020), Algorithm 2; docs/theory.md, "Selection".
Selection select_subset(const Moments& moments, const Costs& costs, Index draws);

/// A given subset, all of the control variates in `moments`, with its best weights.
Selection select_weights(const Moments& moments, const Costs& costs, Index draws);

/// Algorithm 1: the best of a finite pool with given weights. All of its terms must be in `moments`.
/// @throws InvalidArgument if the pool is empty, or a recipe's draws or pairs differ from `draws` and the moments' unit
Selection select_from_pool(const Moments& moments, const Costs& costs, const std::vector<LedgerEntry>& pool,
                           Index draws);

}  // namespace g2t
