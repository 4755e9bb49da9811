// A pool's solutions have one member, its candidate, and need no table of weights.
#include "solve_report.hpp"

#include <fmt/format.h>
#include <g2t/core/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "text.hpp"

namespace g2t::cli {
namespace {

constexpr std::size_t kMaxListed = 6;  // members of the choice, for other subsets to be listed too

const std::string& name_of(const ProblemFile& problem, const SubsetSolution& solution) {
  return problem.pool[static_cast<std::size_t>(solution.members.front())].name;
}

Json solution_json(const ProblemFile& problem, const SubsetSolution& solution) {
  Json out;
  out["chosen"] = Json::array();
  for (const Index member : solution.members) out["chosen"].push_back(member + 1);
  if (!problem.pool.empty()) out["name"] = name_of(problem, solution);
  out["weights"] = Json::array();
  for (const double weight : solution.weights) out["weights"].push_back(weight);
  out["g2"] = solution.squared_norm;
  out["cost"] = solution.seconds;
  out["product"] = solution.product;
  return out;
}

// "1-10, 12, 14": three and more in a row as a range.
std::string numbers(const std::vector<Index>& members) {
  std::string out;
  for (std::size_t i = 0; i < members.size();) {
    std::size_t end = i + 1;
    while (end < members.size() && members[end] == members[end - 1] + 1) ++end;
    if (end - i < 3) end = i + 1;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", members[i] + 1);
    if (end > i + 1) out += fmt::format("-{}", members[end - 1] + 1);
    i = end;
  }
  return out;
}

// The members, or if there are many, how they differ from the choice.
std::string described(const std::vector<Index>& members, const std::vector<Index>& choice) {
  if (members.empty()) return "none";
  std::vector<Index> more, less;
  std::set_difference(members.begin(), members.end(), choice.begin(), choice.end(), std::back_inserter(more));
  std::set_difference(choice.begin(), choice.end(), members.begin(), members.end(), std::back_inserter(less));
  const std::size_t changes = more.size() + less.size();
  if (changes == 0 || changes >= members.size() || choice.size() <= kMaxListed) return numbers(members);
  const std::string without = less.empty() ? "" : " without " + numbers(less);
  return "these" + without + (more.empty() ? "" : (without.empty() ? " with " : ", with ") + numbers(more));
}

// To three digits, so that costs near those of the base are distinguishable.
std::string time_text(double seconds) {
  return seconds >= 0.1 && seconds < 100 ? significant(seconds) + " s" : duration(seconds);
}

std::string percent_more(double ratio) { return fmt::format("{:.2g} % more", 100 * (ratio - 1)); }

std::string times(double ratio) {
  return (ratio < 100 ? fmt::format("{:.2f}", ratio) : significant(ratio)) + " times as much";
}

std::string how_much(double ratio) {
  return ratio < 1 + kProductTie ? "just as much" : ratio < 1.01 ? percent_more(ratio) : times(ratio);
}

std::string amounts(const SubsetSolution& solution) {
  return fmt::format("G^2 {} x {} a step = {}", significant(solution.squared_norm), time_text(solution.seconds),
                     significant(solution.product));
}

std::string best_table(const ProblemFile& problem, const SubsetSearch& search) {
  const SubsetSolution& choice = search.best.front();
  TextTable table({problem.pool.empty() ? "  subset" : "  candidate", "G^2", "time", "product", "costs"});
  for (const SubsetSolution& solution : search.best) {
    const bool is_choice = &solution == &choice;
    const std::string what =
        problem.pool.empty() ? described(solution.members, choice.members) : name_of(problem, solution);
    table.add({(is_choice ? "* " : "  ") + what, significant(solution.squared_norm), time_text(solution.seconds),
               significant(solution.product),
               is_choice || !(choice.product > 0) ? "" : how_much(solution.product / choice.product)});
  }
  return table.text("");
}

std::string weights_table(const SubsetProblem& problem, const SubsetSolution& choice) {
  TextTable table({"  control variate", "weight", "time"});
  for (std::size_t i = 0; i < choice.members.size(); ++i)
    table.add({fmt::format("  {}", choice.members[i] + 1), significant(choice.weights[static_cast<Index>(i)]),
               time_text(problem.seconds[choice.members[i]])});
  for (const CostGroup& group : problem.groups) {
    std::vector<Index> members = group.members, used;
    std::sort(members.begin(), members.end());
    std::set_intersection(members.begin(), members.end(), choice.members.begin(), choice.members.end(),
                          std::back_inserter(used));
    if (!used.empty()) table.add({"  once for any of " + numbers(members), "", time_text(group.seconds)});
  }
  return table.text("") + "\n";
}

std::string pool_text(const ProblemFile& problem, const SubsetSearch& search) {
  const SubsetSolution& choice = search.best.front();
  return fmt::format("Take {}: {}, the smallest of {}.\n\n", name_of(problem, choice), amounts(choice),
                     counted(static_cast<Index>(problem.pool.size()), "candidate"));
}

std::string subset_text(const SubsetProblem& problem, const SubsetSearch& search) {
  const SubsetSolution& choice = search.best.front();
  const std::size_t used = choice.members.size();
  std::string text;
  if (used == 0)
    text = fmt::format("Use none of {}: the base alone has {}.\n", counted(problem.r.size(), "control variate"),
                       amounts(choice));
  else
    text = fmt::format("Use control variate{} {} of {}.\n{}; the base alone costs {}.\n", used == 1 ? "" : "s",
                       numbers(choice.members), problem.r.size(), amounts(choice),
                       times(problem.u * problem.base_seconds / choice.product));
  const std::string nodes = counted(static_cast<Index>(search.nodes), "node");
  text += search.is_optimal ? fmt::format("Proven: no other subset has a smaller product ({} searched).\n\n", nodes)
                            : fmt::format("Not proven: a limit was hit after {}. The choice costs {}.\n\n", nodes,
                                          proven_gap(search));
  return used == 0 ? text : text + weights_table(problem, choice);
}

}  // namespace

std::string proven_gap(const SubsetSearch& search) {
  const double ratio = search.best.front().product / search.lower_bound;
  return "at most " + (ratio < 2 ? percent_more(ratio) + " than" : times(ratio) + " as") + " the best subset";
}

std::string search_json(const ProblemFile& problem, const SubsetSearch& search, bool lists_best) {
  Json out = solution_json(problem, search.best.front());
  out["optimal"] = search.is_optimal;
  out["lower_bound"] = search.lower_bound;
  out["nodes"] = search.nodes;
  if (lists_best) out["best"] = Json::array();
  if (lists_best)
    for (const SubsetSolution& solution : search.best) out["best"].push_back(solution_json(problem, solution));
  return out.dump(2) + "\n";
}

std::string search_text(const ProblemFile& problem, const SubsetSearch& search) {
  return (problem.pool.empty() ? subset_text(problem.subsets, search) : pool_text(problem, search)) +
         best_table(problem, search);
}

}  // namespace g2t::cli
