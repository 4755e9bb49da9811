// Selection tables: moments of an average of draws, with times from the cost table.
#include <fmt/format.h>
#include <selection/bounded_weights.h>
#include <selection/cross_validate.h>

#include <algorithm>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/selection/select_recipe.hpp>
#include <numeric>

namespace g2t {
namespace {

constexpr Index kMaxForAll = 6;               // control variates whose subsets are all in the table
constexpr Index kBestFew = 20;                // subsets in the table where there are more
constexpr std::int64_t kMaxNodes = 100'000;   // of a search: half a second

Index units_of(const Moments& moments, Index draws) {
  if (draws < 1) throw InvalidArgument("select", "draws", fmt::format("{}", draws), "must be positive");
  if (moments.unit == MomentUnit::Draw) return draws;
  if (draws % 2 != 0)
    throw InvalidArgument("select", "draws", fmt::format("{}", draws), "moments of pairs need an even number");
  return draws / 2;
}

std::vector<std::string> control_variates_of(const Moments& moments) {
  return {moments.terms.begin() + 1, moments.terms.end()};
}

// |E g|^2 is the same for every weight; the combination with the least noise estimates it best.
double expected_gradient_squared_norm(const Moments& moments, const Vector& best_weights) {
  const double least = moments.squared_norm(best_weights);
  return std::clamp(moments.gradient_squared_norm(best_weights), 0.0, std::max(0.0, least));
}

// Moments of single units to those of an average of `units`: the noise decreases, the squared expectation does not.
SubsetProblem problem_of(const Moments& moments, const Costs& costs, Index draws, double gradient_squared_norm) {
  const double units = static_cast<double>(units_of(moments, draws));
  const std::vector<std::string> names = control_variates_of(moments);
  SubsetProblem problem;
  problem.rank_tolerance = kRankTolerance;
  problem.u = (1 - 1 / units) * gradient_squared_norm + moments.u() / units;
  problem.r = moments.r() / units;
  problem.q = moments.q() / units;
  problem.base_seconds = costs.term(moments.terms.front()).seconds(draws);
  problem.seconds.resize(static_cast<Index>(names.size()));
  for (std::size_t i = 0; i < names.size(); ++i)
    problem.seconds[static_cast<Index>(i)] = costs.term(names[i]).seconds(draws);
  for (const SharedCost& computation : costs.shared) {
    CostGroup group;
    group.seconds = computation.cost.seconds(draws);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (contains(computation.members, names[i])) group.members.push_back(static_cast<Index>(i));
    if (contains(computation.members, moments.terms.front()))
      problem.base_seconds += group.seconds;
    else if (!group.members.empty())
      problem.groups.push_back(group);
  }
  return problem;
}

// The base alone, the best ones, and some supports more.
std::vector<SubsetSolution> best_few(const SubsetProblem& problem, const std::vector<std::vector<Index>>& path) {
  SearchLimits limits;
  limits.top = kBestFew;
  limits.max_nodes = kMaxNodes;
  std::vector<SubsetSolution> out = {solve_subset(problem, {})};
  const auto add = [&](const SubsetSolution& solution) {
    if (std::none_of(out.begin(), out.end(), [&](const auto& other) { return other.members == solution.members; }))
      out.push_back(solution);
  };
  for (const SubsetSolution& solution : search_subsets(problem, limits).best) add(solution);
  for (const std::vector<Index>& members : path) add(solve_subset(problem, members));
  return out;
}

std::vector<Index> all_of(const Moments& moments) {
  std::vector<Index> all(static_cast<std::size_t>(moments.control_variate_count()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

Selection start(const Moments& moments, const Costs& costs, Index draws) {
  Selection selection;
  selection.moments = moments;
  selection.costs = costs;
  selection.draws = draws;
  const SubsetSolution min_noise = solve_subset(problem_of(moments, costs, draws, 0), all_of(moments));
  selection.gradient_squared_norm = expected_gradient_squared_norm(moments, min_noise.weights);
  return selection;
}

SelectionEntry entry_of(const SubsetSolution& solution, const Moments& moments, Index draws) {
  SelectionEntry entry;
  entry.recipe.base = moments.terms.front();
  entry.recipe.draws = draws;
  entry.recipe.antithetic = moments.unit == MomentUnit::Pair;
  for (std::size_t i = 0; i < solution.members.size(); ++i) {
    entry.recipe.control_variates.push_back(moments.terms[static_cast<std::size_t>(solution.members[i] + 1)]);
    entry.recipe.weights.push_back(solution.weights[static_cast<Index>(i)]);
  }
  entry.squared_norm = solution.squared_norm;
  entry.seconds = solution.seconds;
  entry.product = solution.product;
  entry.plug_in_squared_norm = solution.squared_norm;
  entry.standard_error = entry.plug_in_standard_error = std::nan("");
  return entry;
}

// Supports that may be better than those with the best plug-in values; none if all subsets are tried.
std::vector<std::vector<Index>> cross_fitted_path(const Moments& moments, const Costs& costs, Index draws,
                                                  double largest_weight) {
  if (moments.control_variate_count() <= kMaxForAll) return {};
  const Selection selection = start(moments, costs, draws);
  const double fixed = selection.gradient_squared_norm;
  return forward_path(problem_of(moments, costs, draws, fixed), moments, fixed,
                      static_cast<double>(units_of(moments, draws)), largest_weight);
}

Selection select_subset(const Moments& moments, const Costs& costs, Index draws, const SelectionRules& rules,
                        const std::vector<std::vector<Index>>& path) {
  Selection selection = start(moments, costs, draws);
  const SubsetProblem problem = problem_of(moments, costs, draws, selection.gradient_squared_norm);
  std::vector<SubsetSolution> solutions =
      problem.r.size() <= kMaxForAll ? solve_all_subsets(problem) : best_few(problem, path);
  for (SubsetSolution& solution : solutions) bound_weights(problem, rules.largest_weight, solution);
  for (const SubsetSolution& solution : solutions) selection.entries.push_back(entry_of(solution, moments, draws));
  selection.chosen = best_subset(solutions);
  cross_validate(selection, rules);
  return selection;
}

// One for each number of draws that the unit can be averaged to; the path of one of them serves all.
std::vector<Selection> selections_by_draws(const Moments& moments, const Costs& costs, const std::vector<Index>& draws,
                                           const SelectionRules& rules) {
  std::vector<Index> numbers = draws;
  if (moments.unit == MomentUnit::Pair) std::erase_if(numbers, [](Index n) { return n % 2 != 0; });
  std::vector<Selection> out;
  if (numbers.empty()) return out;
  const std::vector<std::vector<Index>> path =
      cross_fitted_path(moments, costs, numbers[numbers.size() / 2], rules.largest_weight);
  for (const Index n : numbers) out.push_back(select_subset(moments, costs, n, rules, path));
  return out;
}

}  // namespace

const SelectionEntry* Selection::best_alternative() const {
  const SelectionEntry* best = nullptr;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (static_cast<Index>(i) != chosen && (best == nullptr || entries[i].product < best->product)) best = &entries[i];
  return best;
}

Selection select_subset(const Moments& moments, const Costs& costs, Index draws, const SelectionRules& rules) {
  return select_subset(moments, costs, draws, rules, cross_fitted_path(moments, costs, draws, rules.largest_weight));
}

Selection select_weights(const Moments& moments, const Costs& costs, Index draws, const SelectionRules& rules) {
  Selection selection = start(moments, costs, draws);
  const SubsetProblem problem = problem_of(moments, costs, draws, selection.gradient_squared_norm);
  SubsetSolution solution = solve_subset(problem, all_of(moments));
  bound_weights(problem, rules.largest_weight, solution);
  selection.entries.push_back(entry_of(solution, moments, draws));
  cross_validate(selection, rules);
  return selection;
}

Selection select_from_pool(const Moments& moments, const Costs& costs, const std::vector<SelectionEntry>& pool,
                           Index draws) {
  const std::string function = "select_from_pool";
  if (pool.empty()) throw InvalidArgument(function, "pool", "empty", "needs at least one recipe");
  Selection selection = start(moments, costs, draws);
  const double units = static_cast<double>(units_of(moments, draws));
  for (SelectionEntry entry : pool) {
    check(entry.recipe);
    if (entry.recipe.draws != draws || entry.recipe.antithetic != (moments.unit == MomentUnit::Pair))
      throw InvalidArgument(function, "pool", entry.name, "its draws and pairs must be those of the moments");
    Vector weights = Vector::Zero(moments.control_variate_count());
    for (std::size_t i = 0; i < entry.recipe.weights.size(); ++i) {
      const std::string& name = entry.recipe.control_variates[i];
      const Index at = moments.index_of(name);
      if (at < 0) throw InvalidArgument(function, "pool", entry.name, "its term " + name + " has no moments");
      weights[at] = entry.recipe.weights[i];
    }
    entry.squared_norm = (1 - 1 / units) * selection.gradient_squared_norm + moments.squared_norm(weights) / units;
    entry.seconds = costs.of(entry.recipe);
    entry.product = entry.squared_norm * entry.seconds;
    entry.plug_in_squared_norm = entry.squared_norm;
    entry.standard_error = entry.plug_in_standard_error = std::nan("");
    if (entry.product < (selection.entries.empty() ? entry.product : selection.choice().product))
      selection.chosen = static_cast<Index>(selection.entries.size());
    selection.entries.push_back(entry);
  }
  cross_validate(selection, DecideBy::PlugIn);
  return selection;
}

std::vector<Index> draw_candidates(Index least, Index most) {
  if (least < 1 || most < least)
    throw InvalidArgument("draw_candidates", "minimum, maximum", fmt::format("{}, {}", least, most),
                          "must be ascending from 1");
  std::vector<Index> out;
  for (Index draws = least; draws <= most; draws *= 2) out.push_back(draws);
  return out;
}

std::vector<SelectionEntry> choices_by_draws(const Moments& moments, const Costs& costs,
                                             const std::vector<Index>& draws, const SelectionRules& rules) {
  std::vector<SelectionEntry> out;
  for (const Selection& selection : selections_by_draws(moments, costs, draws, rules))
    out.push_back(selection.choice());
  return out;
}

Selection select_with_draws(const std::vector<Moments>& by_unit, const Costs& costs, const std::vector<Index>& draws,
                            const SelectionRules& rules) {
  std::vector<Selection> selections;
  for (const Moments& moments : by_unit)
    for (Selection& selection : selections_by_draws(moments, costs, draws, rules))
      selections.push_back(std::move(selection));
  if (selections.empty())
    throw InvalidArgument("select_with_draws", "draws", fmt::format("{} numbers", draws.size()),
                          "none is a multiple of the moments' units");
  std::vector<SelectionEntry> choices;
  for (const Selection& selection : selections) choices.push_back(selection.choice());
  const auto least = std::min_element(choices.begin(), choices.end(),
                                      [](const auto& a, const auto& b) { return a.product < b.product; });
  std::size_t chosen = static_cast<std::size_t>(least - choices.begin());
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i].product <= (1 + kDrawsIndifference) * least->product &&
        choices[i].recipe.draws < choices[chosen].recipe.draws)
      chosen = i;
  Selection selection = std::move(selections[chosen]);
  selection.by_draws = std::move(choices);
  return selection;
}

Selection select_measured(const std::vector<SelectionEntry>& pool) {
  const std::string function = "select_measured";
  if (pool.empty()) throw InvalidArgument(function, "pool", "empty", "needs at least one estimator");
  Selection selection;
  selection.entries = pool;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    SelectionEntry& entry = selection.entries[i];
    if (!(entry.squared_norm >= 0) || !std::isfinite(entry.squared_norm))
      throw InvalidArgument(function, entry.name, fmt::format("{}", entry.squared_norm), "not a mean squared norm");
    if (!(entry.seconds > 0) || !std::isfinite(entry.seconds))
      throw InvalidArgument(function, entry.name, fmt::format("{}", entry.seconds), "not the time of a step");
    entry.product = entry.squared_norm * entry.seconds;
    const SelectionEntry& best = selection.choice();
    if (entry.product < best.product || (entry.product == best.product && entry.seconds < best.seconds))
      selection.chosen = static_cast<Index>(i);
  }
  return selection;
}

}  // namespace g2t
