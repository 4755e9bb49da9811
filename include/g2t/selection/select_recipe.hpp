// Moments and costs in, recipe out: the G²T rule. Knows no model and no family.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/moments.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/selection/subset_solver.hpp>

#include <limits>
#include <string>
#include <vector>

namespace g2t {

/// The estimate that a choice uses: mean squared norms on units that did not fit the weights, or on all, as published.
/// The second is optimistic: with as many control variates as units it is zero.
enum class DecideBy { CrossFit, PlugIn };

/// How a choice with fitted weights is made.
struct SelectionRules {
  SelectionRules() = default;
  SelectionRules(DecideBy by) : decide_by(by) {}  // NOLINT: most say no more
  SelectionRules(DecideBy by, double largest) : decide_by(by), largest_weight(largest) {}

  DecideBy decide_by = DecideBy::CrossFit;
  /// Bound on absolute weights. Far from convergence least squares gives weights of 10 or 1000, which are right at the
  /// present q and add noise without bound as soon as q has moved.
  double largest_weight = std::numeric_limits<double>::infinity();
};

/// One line of a selection table: an estimator, the mean squared norm and seconds of a step, and their product.
struct SelectionEntry {
  std::string name;  ///< of the recipe, if it has one
  Recipe recipe;
  double squared_norm = 0;  ///< G^2 for a step of recipe.draws draws, by Selection::decided_by
  double seconds = 0;       ///< T of such a step
  double product = 0;
  double standard_error = 0;          ///< of squared_norm; NaN: not known. By eight folds, so 2.4 of them cover 95 %
  double plug_in_squared_norm = 0;    ///< G^2 on the units that fitted the weights
  double plug_in_standard_error = 0;  ///< NaN: not known
  bool is_tied = false;  ///< its product is within a standard error (of the difference) of the smallest one
};

/// A choice with its moments, costs and candidates.
struct Selection {
  Moments moments;
  Costs costs;
  Index draws = 0;
  double gradient_squared_norm = 0;  ///< estimate of |E g|^2, what averaging more draws cannot lower
  DecideBy decided_by = DecideBy::PlugIn;  ///< CrossFit only if the moments have three folds or more, and their means
  std::vector<SelectionEntry> entries;
  Index chosen = 0;
  /// Choices for each number of draws and unit that were compared, in that order; empty: those were given.
  std::vector<SelectionEntry> by_draws;

  [[nodiscard]] const SelectionEntry& choice() const { return entries[static_cast<std::size_t>(chosen)]; }
  /// The best entry other than the choice; null if there is none.
  [[nodiscard]] const SelectionEntry* best_alternative() const;
};

/// Algorithm 2: the best subset of the control variates in `moments`, with its best weights. The entries are all
/// subsets, or of more than six control variates the base and the best twenty.
///
/// By CrossFit the choice is the simplest of those that are tied with the smallest product: the one with the fewest
/// control variates, then the cheapest.
/// @param draws  per step; mean squared norms are for their average, G^2_N = |Eg|^2 + (G^2_1 - |Eg|^2) / N
/// Source: Geffner & Domke (2020), Algorithm 2; docs/theory/selection.md, "Selection".
Selection select_subset(const Moments& moments, const Costs& costs, Index draws,
                        const SelectionRules& rules = {});

/// A given subset, all of the control variates in `moments`, with its best weights.
Selection select_weights(const Moments& moments, const Costs& costs, Index draws,
                        const SelectionRules& rules = {});

/// Algorithm 1: the best of a finite pool with given weights. All of its terms must be in `moments`.
/// @param decide_by  PlugIn as published; CrossFit: with an unbiased |E g|^2, and noise from centred moments
/// @throws InvalidArgument if the pool is empty, or a recipe's draws or pairs differ from `draws` and the moments' unit
Selection select_from_pool(const Moments& moments, const Costs& costs, const std::vector<SelectionEntry>& pool,
                           Index draws, DecideBy decide_by = DecideBy::PlugIn);

/// 1, 2, 4, ... `most`: above the width of the kernels, multiples of it. Steps of other sizes waste lanes.
/// @throws InvalidArgument if `least` is not positive, or `most` is less
std::vector<Index> draw_candidates(Index least, Index most);

/// The choice of select_subset for steps of each of these numbers of draws (of pairs: the even ones); recipe.draws says
/// how many. The same moments serve all: averaging reduces noise and not |E g|^2, so control variates help less with
/// many draws.
/// Source: docs/theory/selection.md, "Selection".
std::vector<SelectionEntry> choices_by_draws(const Moments& moments, const Costs& costs,
                                             const std::vector<Index>& draws, const SelectionRules& rules = {});

/// If products differ by less than this share, the smaller number of draws is chosen: times are not more accurate.
inline constexpr double kDrawsIndifference = 0.02;

/// Subset, weights, draws per step, and single draws or pairs, chosen together: the selection table of the best number
/// and unit, with the choices for all others in `by_draws`.
/// @param by_unit  moments of single draws, of pairs, or of both, at one q
/// @throws InvalidArgument if there are none, or no number of draws suits their units
Selection select_with_draws(const std::vector<Moments>& by_unit, const Costs& costs, const std::vector<Index>& draws,
                            const SelectionRules& rules = {});

/// Algorithm 1 for estimators of which only mean squared norms and seconds are given. Of equal products the cheaper one
/// is chosen. `moments` and `costs` of the result are empty.
/// @throws InvalidArgument if the pool is empty, or a number is negative or not finite, or a time is zero
Selection select_measured(const std::vector<SelectionEntry>& pool);

}  // namespace g2t
