// Chooses a recipe at a q: draws, moments, costs and the rule, as a fit does it and as `select` shows it.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/selection/select_recipe.hpp>

#include <cstdint>
#include <functional>

namespace g2t {

/// How a choice is made.
struct SelectorOptions {
  enum class Rule { Subset, Weights, Pool };
  Rule rule = Rule::Subset;
  std::vector<SelectionEntry> pool;  ///< of Rule::Pool: names and recipes
  SelectionRules rules;
  Index draws = 8;
  bool antithetic = false;
  /// Not empty: the numbers of draws among which Rule::Subset chooses, single ones or pairs, in place of those two.
  std::vector<Index> draw_candidates{};
  Index select_draws = 400;
  std::uint64_t seed = 1;
};

/// The rule, applied to moments that are there already: of one unit, or of both where draws are chosen too.
/// @throws InvalidArgument as the function of select_recipe.hpp for that rule
Selection select_by_rule(const std::vector<Moments>& by_unit, const Costs& costs, const SelectorOptions& options);

struct SelectorReport {
  Selection selection;
  Index density_evaluations = 0;
  Index failed_draws = 0;
  bool has_choice = false;  ///< false if too few draws were finite for a choice
};

/// Moments from select_draws draws of q, then the rule. Where draws are chosen, those come in pairs, of which the first
/// ones are single draws. Charges the clock with the time by the cost table.
/// @param should_stop  called between batches; true: ends without a choice
/// @param round  0, 1, 2, ...: each round of one seed has its own draws
SelectorReport choose_recipe(const Model& model, const Family& q, const TermSet& terms, const Costs& costs,
                             const SelectorOptions& options, Index round, Clock& clock,
                             const std::function<bool()>& should_stop = {});

}  // namespace g2t
