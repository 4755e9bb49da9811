// Selection tables: moments of an average of draws, with times from the cost table.
#include <fmt/format.h>
#include <selection/cross_validate.h>
#include <selection/nearly_dependent.h>
#include <selection/step_problem.h>

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

// What the selections from some moments have in common.
class Basis {
 public:
  Basis(const Moments& moments, const SelectionRules& rules)
      : moments_(moments), rules_(rules), folds_(moments, rank_tolerance(rules), rules.largest_weight) {}

  [[nodiscard]] const Moments& moments() const { return moments_; }
  [[nodiscard]] const SelectionRules& rules() const { return rules_; }
  [[nodiscard]] const CrossFit& folds() const { return folds_; }
  [[nodiscard]] bool is_cross_fitted() const { return rules_.decide_by == DecideBy::CrossFit && folds_.is_possible(); }

  /// |E g|^2 is the same for every weight.
  [[nodiscard]] double gradient_squared_norm(const Costs& costs, Index draws) const {
    if (is_cross_fitted()) return folds_.gradient_squared_norm();
    // As published: at the weights of least noise, fitted on the same units.
    const Vector weights = solve_subset(problem(costs, draws, 0), all()).weights;
    return std::clamp(moments_.gradient_squared_norm(weights), 0.0, std::max(0.0, moments_.squared_norm(weights)));
  }

  [[nodiscard]] SubsetProblem problem(const Costs& costs, Index draws, double gradient_squared_norm) const {
    const double units = static_cast<double>(units_of(moments_, draws));
    SubsetProblem out =
        is_cross_fitted()
            ? step_problem(moments_, folds_.centred(), gradient_squared_norm, costs, draws)
            : step_problem(moments_, moments_.products, (1 - 1 / units) * gradient_squared_norm, costs, draws);
    out.largest_weight = rules_.largest_weight;
    out.rank_tolerance = is_cross_fitted() ? rank_tolerance(rules_) : kRankTolerance;
    return out;
  }

  [[nodiscard]] std::vector<Index> all() const {
    std::vector<Index> all(static_cast<std::size_t>(moments_.control_variate_count()));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }

  void drop_unsupported(const SubsetProblem& problem, Index draws, std::vector<SubsetSolution>& solutions) const {
    if (problem.rank_tolerance < kRankTolerance)
      g2t::drop_unsupported(problem, folds_, static_cast<double>(units_of(moments_, draws)), solutions);
  }

  /// Supports that may be better than those with the best plug-in values; none if all subsets are tried.
  [[nodiscard]] std::vector<std::vector<Index>> path(const Costs& costs, Index draws) const {
    if (moments_.control_variate_count() <= kMaxForAll || !folds_.is_possible()) return {};
    return forward_path(problem(costs, draws, gradient_squared_norm(costs, draws)), folds_,
                        static_cast<double>(units_of(moments_, draws)));
  }

 private:
  const Moments& moments_;
  SelectionRules rules_;
  CrossFit folds_;
};

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

Selection start(const Basis& basis, const Costs& costs, Index draws) {
  Selection selection;
  selection.moments = basis.moments();
  selection.costs = costs;
  selection.draws = draws;
  selection.gradient_squared_norm = basis.gradient_squared_norm(costs, draws);
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

Selection select_subset(const Basis& basis, const Costs& costs, Index draws,
                        const std::vector<std::vector<Index>>& path) {
  Selection selection = start(basis, costs, draws);
  const SubsetProblem problem = basis.problem(costs, draws, selection.gradient_squared_norm);
  std::vector<SubsetSolution> solutions =
      problem.r.size() <= kMaxForAll ? solve_all_subsets(problem) : best_few(problem, path);
  basis.drop_unsupported(problem, draws, solutions);
  for (const SubsetSolution& solution : solutions)
    selection.entries.push_back(entry_of(solution, basis.moments(), draws));
  selection.chosen = best_subset(solutions);
  cross_validate(selection, basis.folds(), basis.rules().decide_by);
  return selection;
}

// One for each number of draws that the unit can be averaged to; the path of one of them serves all.
std::vector<Selection> selections_by_draws(const Moments& moments, const Costs& costs, const std::vector<Index>& draws,
                                           const SelectionRules& rules) {
  std::vector<Index> numbers = draws;
  if (moments.unit == MomentUnit::Pair) std::erase_if(numbers, [](Index n) { return n % 2 != 0; });
  std::vector<Selection> out;
  if (numbers.empty()) return out;
  const Basis basis(moments, rules);
  const std::vector<std::vector<Index>> path = basis.path(costs, numbers[numbers.size() / 2]);
  for (const Index n : numbers) out.push_back(select_subset(basis, costs, n, path));
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
  const Basis basis(moments, rules);
  return select_subset(basis, costs, draws, basis.path(costs, draws));
}

Selection select_weights(const Moments& moments, const Costs& costs, Index draws, const SelectionRules& rules) {
  const Basis basis(moments, rules);
  Selection selection = start(basis, costs, draws);
  const SubsetProblem problem = basis.problem(costs, draws, selection.gradient_squared_norm);
  std::vector<SubsetSolution> solutions = {solve_subset(problem, basis.all())};
  basis.drop_unsupported(problem, draws, solutions);
  selection.entries.push_back(entry_of(solutions.front(), moments, draws));
  cross_validate(selection, basis.folds(), rules.decide_by);
  return selection;
}

Selection select_from_pool(const Moments& moments, const Costs& costs, const std::vector<SelectionEntry>& pool,
                           Index draws, DecideBy decide_by) {
  const std::string function = "select_from_pool";
  if (pool.empty()) throw InvalidArgument(function, "pool", "empty", "needs at least one recipe");
  const Basis basis(moments, decide_by);
  Selection selection = start(basis, costs, draws);
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
    FoldMean norm = {(1 - 1 / units) * selection.gradient_squared_norm + moments.squared_norm(weights) / units,
                     std::nan("")};
    if (basis.is_cross_fitted()) norm = basis.folds().squared_norm(basis.folds().at(weights, units));
    entry.squared_norm = norm.value;
    entry.seconds = costs.of(entry.recipe);
    entry.product = entry.squared_norm * entry.seconds;
    entry.plug_in_squared_norm = entry.squared_norm;
    entry.standard_error = entry.plug_in_standard_error = norm.standard_error;
    if (entry.product < (selection.entries.empty() ? entry.product : selection.choice().product))
      selection.chosen = static_cast<Index>(selection.entries.size());
    selection.entries.push_back(entry);
  }
  if (!basis.is_cross_fitted()) cross_validate(selection, basis.folds(), DecideBy::PlugIn);
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
