// The estimators by product, then what each term costs.
#include "ledger.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace g2t::cli {
namespace {

std::string microseconds(double seconds) { return significant(1e6 * seconds); }

std::string times(double ratio) { return ratio < 100 ? fmt::format("{:.2f} x", ratio) : significant(ratio) + " x"; }

std::vector<std::size_t> by_product(const std::vector<LedgerEntry>& entries) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return entries[a].product < entries[b].product; });
  return order;
}

std::string estimators(const Selection& selection) {
  const double least = selection.choice().product;
  TextTable table({"  estimator", "mean |g|^2", "us a step", "product"});
  for (const std::size_t i : by_product(selection.entries)) {
    const LedgerEntry& entry = selection.entries[i];
    const bool is_chosen = static_cast<Index>(i) == selection.chosen;
    const std::string recipe = describe(entry.recipe);
    const std::string name = entry.name.empty() || entry.name == recipe ? recipe : entry.name + ": " + recipe;
    table.add({(is_chosen ? "* " : "  ") + name, significant(entry.squared_norm), microseconds(entry.seconds),
               is_chosen ? "1.00  " : times(entry.product / least)});
  }
  return table.text("");
}

std::string costs(const Costs& costs) {
  TextTable table({"what terms cost", "us a step", "+ us a draw"});
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

std::string ledger_text(const Selection& selection, const std::string& point) {
  const Moments& moments = selection.moments;
  const Index draws = moments.count * (moments.unit == MomentUnit::Pair ? 2 : 1);
  return fmt::format(
             "At {}: {} compared on the same {}, for steps of {}{}.\n"
             "The mean squared norm of a step's gradient says how many steps a given progress takes, its time what a "
             "step\ntakes; the less their product, the more progress a second. * marks the choice.\n\n",
             point, counted(static_cast<Index>(selection.entries.size()), "estimator"), counted(draws, "draw"),
             counted(selection.draws, "draw"), moments.unit == MomentUnit::Pair ? " in mirrored pairs" : "") +
         estimators(selection) + "\n" + costs(selection.costs);
}

}  // namespace g2t::cli
