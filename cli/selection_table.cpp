// The estimators by product, then what each term costs.
#include "selection_table.hpp"

#include "text.hpp"

#include <g2t/core/contains.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace g2t::cli {
namespace {

std::string microseconds(double seconds) { return significant(1e6 * seconds); }

std::string multiple(double ratio) { return ratio < 100 ? fmt::format("{:.2f} x", ratio) : significant(ratio) + " x"; }

std::vector<std::size_t> by_product(const std::vector<SelectionEntry>& entries) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return entries[a].product < entries[b].product; });
  return order;
}

// Of nearly dependent control variates some get no weight: the rest is another line of the table.
bool is_repeated(const SelectionEntry& entry) { return contains(entry.recipe.weights, 0.0); }

std::string estimators(const Selection& selection) {
  const double least = selection.choice().product;
  const bool is_honest = selection.decided_by == DecideBy::CrossFit;
  std::vector<std::string> head = {"  estimator", "mean |g|^2", "+-"};
  if (is_honest) head.push_back("plug-in");
  head.insert(head.end(), {"us a step", "product"});
  TextTable table(head);
  for (const std::size_t i : by_product(selection.entries)) {
    const SelectionEntry& entry = selection.entries[i];
    const bool is_chosen = static_cast<Index>(i) == selection.chosen;
    if (is_repeated(entry) && !is_chosen) continue;
    const std::string recipe = describe(entry.recipe);
    const std::string name = entry.name.empty() || entry.name == recipe ? recipe : entry.name + ": " + recipe;
    std::vector<std::string> row = {(is_chosen ? "* " : "  ") + name, significant(entry.squared_norm),
                                    significant(entry.standard_error)};
    if (is_honest) row.push_back(significant(entry.plug_in_squared_norm));
    row.push_back(microseconds(entry.seconds));
    row.push_back(is_chosen ? "1.00  " : multiple(entry.product / least) + (entry.is_tied ? " ~" : ""));
    table.add(row);
  }
  return table.text("");
}

// What is not listed, the columns of a cross-fitted table, and the rule for ties.
std::string notes(const Selection& selection) {
  std::string text;
  const auto repeated = std::count_if(selection.entries.begin(), selection.entries.end(), is_repeated);
  if (repeated > 0)
    text += fmt::format("\nNot listed: {} with control variates that depend on others and get no weight.\n",
                        counted(static_cast<Index>(repeated), "estimator"));
  if (selection.decided_by != DecideBy::CrossFit) return text;
  text +=
      "\nmean |g|^2 is cross-fitted, on draws that did not fit the weights; plug-in is on those that did, and too "
      "optimistic.\n";
  const auto tied = std::count_if(selection.entries.begin(), selection.entries.end(),
                                  [](const SelectionEntry& entry) { return entry.is_tied && !is_repeated(entry); });
  if (tied > 1)
    text += fmt::format("~ within a standard error of the smallest product: {} are tied, and the simplest is taken.\n",
                        counted(static_cast<Index>(tied), "estimator"));
  return text;
}

std::string numbers_of_draws(const std::vector<SelectionEntry>& by_draws) {
  if (by_draws.empty()) return "";
  const SelectionEntry& least = *std::min_element(by_draws.begin(), by_draws.end(),
                                                  [](const auto& a, const auto& b) { return a.product < b.product; });
  TextTable table({"draws per step, and the choice", "mean |g|^2", "us a step", "product"});
  for (const SelectionEntry& entry : by_draws)
    table.add({fmt::format("{} {:4d}{}: {}", &entry == &least ? "*" : " ", entry.recipe.draws,
                           entry.recipe.antithetic ? " in pairs" : "", describe(entry.recipe)),
               significant(entry.squared_norm), microseconds(entry.seconds),
               &entry == &least ? "1.00  " : multiple(entry.product / least.product)});
  return table.text("") + "\n";
}

std::string costs(const Costs& costs) {
  TextTable table({"costs of terms", "us a step", "+ us a draw"});
  for (std::size_t i = 0; i < costs.terms.size(); ++i) {
    const TermCost& term = costs.terms[i];
    table.add({(i == 0 ? "  a whole step with " + term.name + " alone" : "  " + term.name),
               microseconds(term.cost.per_step), microseconds(term.cost.per_draw)});
  }
  for (const SharedCost& shared : costs.shared) {
    std::string members;
    for (const std::string& name : shared.members) members += (members.empty() ? "" : ", ") + name;
    table.add({"  once for any of " + members, microseconds(shared.cost.per_step), microseconds(shared.cost.per_draw)});
  }
  return table.text("");
}

}  // namespace

std::string selection_text(const Selection& selection, const std::vector<SelectionEntry>& by_draws,
                           const std::string& point) {
  const Moments& moments = selection.moments;
  const Index draws = moments.count * (moments.unit == MomentUnit::Pair ? 2 : 1);
  return fmt::format(
             "At {}: {} compared on the same {}, for steps of {}{}.\n"
             "The number of steps to a given accuracy is proportional to the mean squared norm of a step's "
             "gradient.\nThe smaller its product with the time of a step, the faster the convergence. * marks the "
             "choice.\n\n",
             point, counted(static_cast<Index>(selection.entries.size()), "estimator"), counted(draws, "draw"),
             counted(selection.draws, "draw"), moments.unit == MomentUnit::Pair ? " in antithetic pairs" : "") +
         estimators(selection) + notes(selection) + "\n" + numbers_of_draws(by_draws) + costs(selection.costs);
}

}  // namespace g2t::cli
