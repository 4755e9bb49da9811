// As many digits as the sd of a value makes sense of.
#include <fmt/format.h>
#include <report/html.h>
#include <report/json_numbers.h>
#include <report/values_part.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/readable.hpp>
#include <vector>

namespace g2t::report {
namespace {

constexpr std::size_t kRowsInSight = 12;
constexpr std::size_t kMaxRows = 2000;

using Rows = std::vector<std::vector<std::string>>;

// To so many digits of a scale: "1234.57" and "0.12" for two digits of 0.12.
std::string rounded(double value, double scale, int digits) {
  if (std::isnan(value)) return "-";
  const double places = scale > 0 && std::isfinite(scale) ? digits - 1 - std::floor(std::log10(scale)) : -1;
  if (places < 0 || places > 6) return significant(value);
  const bool is_zero = std::abs(value) < 0.5 * std::pow(10, -places);  // and not "-0.00"
  return decimals(is_zero ? 0 : value, static_cast<int>(places));
}

std::vector<std::string> row_of(const Json& value, bool has_missing) {
  std::vector<std::string> row = {value.at("name").get<std::string>()};
  const double sd = number_in(value, "sd");
  for (const char* key : {"mean", "sd", "q5", "q50", "q95"}) row.push_back(rounded(number_in(value, key), sd, 3));
  const double error = number_in(value, "mcse_mean"), ess = number_in(value, "ess");
  row.push_back(rounded(error, error, 2));
  row.push_back(decimals(ess, 0));
  if (has_missing) row.push_back(count_in(value, "missing_draws"));
  return row;
}

}  // namespace

const Json& values_of(const Json& summary) {
  const Json& own = entry_in(summary, "constrained");
  return own.is_array() && !own.empty() ? own : summary.at("parameters");
}

std::string values_part(const Json& values) {
  const bool has_missing = std::any_of(values.begin(), values.end(),
                                       [](const Json& value) { return number_in(value, "missing_draws") > 0; });
  std::vector<std::string> header = {"", "mean", "sd", "5 %", "50 %", "95 %", "MCSE of mean", "ESS"};
  if (has_missing) header.emplace_back("missing draws");
  Rows rows;
  for (std::size_t i = 0; i < std::min(values.size(), kMaxRows); ++i) rows.push_back(row_of(values[i], has_missing));
  const Rows first(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), kRowsInSight)));
  std::string out = element("h3", "Posterior");
  if (rows.size() == first.size()) return out + table(header, first);
  out += "<div class=\"first-rows\">" + table(header, first) + "</div>\n";
  return out + folded(rows.size() < values.size() ? fmt::format("The first {} of {}", rows.size(), values.size())
                                                  : fmt::format("All {}", rows.size()),
                      table(header, rows));
}

}  // namespace g2t::report
