// Intervals of q are a normal's.
#include <fmt/format.h>
#include <report/approximation_part.h>
#include <report/bar_chart.h>
#include <report/html.h>
#include <report/json_numbers.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace g2t::report {
namespace {

constexpr std::size_t kMaxIntervals = 40;
constexpr std::size_t kMaxParameters = 2000;

std::string intervals_of(const Json& parameters) {
  std::vector<Interval> intervals;
  for (const Json& parameter : parameters) {
    const double mean = number_in(parameter, "mean"), sd = number_in(parameter, "sd");
    if (intervals.size() < kMaxIntervals && std::isfinite(mean) && std::isfinite(sd))
      intervals.push_back({parameter.at("name").get<std::string>(), mean, 0.6745 * sd, 1.96 * sd});
  }
  const std::string which = parameters.size() > intervals.size()
                                ? fmt::format("{} of {} parameters of q", intervals.size(), parameters.size())
                                : "The parameters of q";
  return "<div class=\"pictures\">" + interval_chart("q", which + ": means, 50 % and 95 % intervals.", intervals) +
         "</div>\n";
}

std::string table_of(const Json& parameters) {
  const bool has_ratio = std::any_of(parameters.begin(), parameters.end(),
                                     [](const Json& parameter) { return parameter.contains("marginal_sd_ratio"); });
  std::vector<std::string> header = {"", "mean", "sd", "MCSE of mean", "MCSE of sd"};
  if (has_ratio) header.emplace_back("marginal sd over sd");
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < std::min(parameters.size(), kMaxParameters); ++i) {
    const Json& parameter = parameters[i];
    rows.push_back({parameter.at("name").get<std::string>()});
    for (const char* key : {"mean", "sd", "mcse_mean", "mcse_sd"}) rows.back().push_back(text_in(parameter, key));
    if (has_ratio) rows.back().push_back(text_in(parameter, "marginal_sd_ratio"));
  }
  return table(header, rows);
}

}  // namespace

std::string approximation_part(const Json& approximation) {
  const Json& parameters = entry_in(approximation, "parameters");
  if (!parameters.is_array()) return "";
  const std::string about = fmt::format("The approximation q: {} Gaussian on the unconstrained scale",
                                        approximation.value("family", std::string("a")));
  std::string out;
  if (!std::isnan(number_in(approximation, "effective_sample_size")))
    out +=
        element("p", fmt::format("{} draws of q, in mirrored pairs and weighted by importance, are worth {} independent ones of the "
                                 "posterior.",
                                 count_in(approximation, "draws"), count_in(approximation, "effective_sample_size")));
  return folded(about, out + intervals_of(parameters) + table_of(parameters));
}

}  // namespace g2t::report
