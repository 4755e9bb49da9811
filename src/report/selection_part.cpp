// Estimators by their products, the choice marked.
#include <report/bar_chart.h>
#include <report/html.h>
#include <report/selection_part.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace g2t::report {
namespace {

constexpr std::size_t kMaxBars = 12;

double value_of(const Json& entry, const char* key) {
  return entry.contains(key) && entry.at(key).is_number() ? entry.at(key).get<double>()
                                                          : std::numeric_limits<double>::quiet_NaN();
}

std::string weights_text(const Json& entry) {
  std::string out;
  for (const Json& weight : entry.at("weights"))
    out += (out.empty() ? "" : ", ") + (weight.is_number() ? significant(weight.get<double>()) : "-");
  return out;
}

std::string subset_name(const Json& entry) {
  std::string out = entry.value("name", std::string());
  if (!out.empty()) return out;
  for (const Json& name : entry.at("control_variates")) out += (out.empty() ? "" : " + ") + name.get<std::string>();
  return out.empty() ? "base alone" : out;
}

bool is_choice(const Json& entry, const Json& choice) {
  return entry.at("control_variates") == choice.at("control_variates") && entry.at("weights") == choice.at("weights") &&
         entry.at("product") == choice.at("product");
}

}  // namespace

std::string selection_part(const Json& selection, int number) {
  std::vector<const Json*> entries;
  for (const Json& entry : selection.at("subsets")) entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(), [](const Json* a, const Json* b) {
    const auto product = [](const Json& entry) {
      const double value = value_of(entry, "product");
      return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
    };
    return product(*a) < product(*b);
  });
  const Json& choice = selection.at("choice");
  std::vector<Bar> norms, seconds, products;
  std::vector<std::vector<std::string>> rows;
  bool has_mark = false;
  for (const Json* entry : entries) {
    const bool is_marked = !has_mark && is_choice(*entry, choice);
    has_mark = has_mark || is_marked;
    const std::string name = subset_name(*entry);
    if (norms.size() < kMaxBars || is_marked) {
      norms.push_back({name, value_of(*entry, "g2"), is_marked});
      seconds.push_back({name, 1e6 * value_of(*entry, "seconds"), is_marked});
      products.push_back({name, value_of(*entry, "product"), is_marked});
    }
    rows.push_back({(is_marked ? "\u2605 " : "") + name, weights_text(*entry), significant(value_of(*entry, "g2")),
                    significant(1e6 * value_of(*entry, "seconds")), significant(value_of(*entry, "product"))});
  }
  std::string out = element("h3", fmt::format("Selection {}: after {} and {}, on {}", number,
                                              counted(selection.at("iteration").get<Index>(), "step"),
                                              duration(value_of(selection, "elapsed_seconds")),
                                              counted(selection.at("select_draws").get<Index>(), "draw")));
  out += "<div class=\"pictures\">" + bar_chart("Mean squared norm", "of a step's gradient", norms) +
         bar_chart("Time", "microseconds a step", seconds) +
         bar_chart("Product", "the smallest is selected", products) + "</div>\n";
  return out + folded("The selection table",
                      table({"estimator", "weights", "mean squared norm", "us a step", "product"}, rows));
}

}  // namespace g2t::report
