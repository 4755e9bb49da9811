// Errors of the draws, the ledger of ways, and what chains saw.
#include <report/answer_part.h>
#include <report/bar_chart.h>
#include <report/html.h>
#include <report/json_numbers.h>

#include <cmath>
#include <g2t/core/readable.hpp>
#include <utility>
#include <vector>

namespace g2t::report {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

std::string way_in_words(const Json& entry) {
  const Json& name = entry_in(entry, "way");
  const std::string way = name.is_string() ? name.get<std::string>() : "-";
  if (way == "gaussian") return "draws of q";
  if (way == "weighted") return "importance weights";
  return way == "moved" ? "chains from q" : way;
}

// "2000 by chains from q", "2000 draws of q".
std::string draws_in_words(const Json& answer) {
  const bool is_of_q = entry_in(answer, "way") == Json("gaussian");
  return count_in(answer, "draws") + (is_of_q ? " " : " by ") + way_in_words(answer);
}

std::string with_largest(const Json& answer, const std::string& key) {
  return text_in(answer, key) + " (largest " + text_in(answer, "largest_" + key) + ")";
}

std::string figures_of(const Json& answer) {
  const bool is_weighted = entry_in(answer, "way") == Json("weighted");
  Facts rows = {{"draws", draws_in_words(answer)},
                {"error of means, posterior sds", with_largest(answer, "error_of_means")},
                {"error of sds, relative", with_largest(answer, "error_of_sds")},
                {is_weighted ? "effective sample size of the weights" : "effective sample size, worst parameter",
                 count_in(answer, "effective_sample_size")}};
  if (!std::isnan(number_in(answer, "khat"))) rows.emplace_back("Pareto k of the weights", text_in(answer, "khat"));
  rows.emplace_back("evaluations", count_in(answer, "densities") + " log densities, " + count_in(answer, "gradients") +
                                       " gradients, " + duration_in(answer, "seconds"));
  return facts(rows);
}

// What the choice was made by, where it was one.
std::string rule(const Json& settings) {
  std::string out =
      "\u2605 chosen. The squared error is that of means, in posterior variances, mean over the parameters.";
  const double tolerance = number_in(settings, "tolerance");
  if (entry_in(settings, "answer") == Json("auto") && tolerance > 0)
    out += " The first way that reaches the tolerance, a squared error of " + significant(tolerance * tolerance) +
           ", is taken, in the order of what they are expected to cost.";
  return "<p class=\"note\">" + escape(out) + "</p>\n";
}

std::string ways_of(const Json& ways, const Json& settings) {
  if (ways.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  std::vector<Bar> bars;
  for (const Json& way : ways) {
    const bool is_chosen = is_true(way, "chosen");
    const double product = number_in(way, "product");
    rows.push_back({(is_chosen ? "\u2605 " : "") + way_in_words(way), text_in(way, "squared_error"),
                    text_in(way, "seconds"), text_in(way, "product"), is_true(way, "tried") ? "seen" : "forecast"});
    if (product > 0) bars.push_back({way_in_words(way), product, is_chosen});
  }
  std::string out = table({"way", "squared error", "seconds", "product", "seen or forecast"}, rows) + rule(settings);
  if (bars.size() > 1)
    out += "<div class=\"pictures\">" + bar_chart("Product", "squared error times seconds", bars) + "</div>\n";
  return out;
}

std::string list_of_numbers(const Json& numbers) {
  std::string out;
  for (const Json& number : numbers)
    out += (out.empty() ? "" : ", ") + (number.is_number() ? significant(number.get<double>()) : "-");
  return out.empty() ? "-" : out;
}

std::string chains_of(const Json& chains) {
  Facts rows = {
      {"chains", count_in(chains, "chains") + ", from " + count_in(chains, "ancestors") + " different draws"},
      {"moves kept, of each", count_in(chains, "moves")},
      {"temperatures on the way from q", list_of_numbers(entry_in(chains, "temperatures"))},
      {"R-hat", decimals(number_in(chains, "r_hat"), 3) + " nested, " + decimals(number_in(chains, "chain_r_hat"), 3) +
                    " of single chains"},
      {"share of a variance that one chain makes", decimals(number_in(chains, "apart"), 3)},
      {"drift between halves", text_in(chains, "drift") + " sds, " + text_in(chains, "drift_z") +
                                   " standard errors (limit " + text_in(chains, "critical_z") + ")"},
      {"hot chains and the others", text_in(chains, "group_z") + " standard errors apart"},
      {"coordinates of moves", is_true(chains, "alternates") ? "those of q and those scaled by each sd, in turn" : "those of q"},
      {"step sizes tuned again", count_in(chains, "tunings")},
      {"acceptance", text_in(chains, "acceptance") + " (worst chain " + text_in(chains, "lowest_acceptance") + ")"},
      {"gradients",
       count_in(chains, "gradients") + ", of which " + count_in(chains, "warmup_gradients") + " of the warm-up"},
      {"settled", is_true(chains, "settled") ? "yes" : "no"},
      {"as precise as asked for", is_true(chains, "precise") ? "yes" : "no"}};
  if (!std::isnan(number_in(chains, "log_evidence")))
    rows.emplace_back("log evidence", decimals(number_in(chains, "log_evidence"), 2));
  return element("h3", "Chains") + facts(rows);
}

}  // namespace

std::string answer_part(const Json& answer, const Json& settings) {
  const Json& chains = entry_in(answer, "chains");
  return element("h3", "How the draws were made") + figures_of(answer) + ways_of(entry_in(answer, "ways"), settings) +
         (chains.is_object() ? chains_of(chains) : "");
}

}  // namespace g2t::report
