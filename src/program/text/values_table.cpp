// A row for each value, with as many digits as its sd and its error leave.
#include <g2t/core/counted.hpp>
#include <g2t/program/text/text_table.hpp>
#include <g2t/program/text/values_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

// As many digits as the error leaves.
std::string error_text(double error) { return std::isfinite(error) ? fmt::format("{:.1g}", error) : "-"; }
std::string count_text(double count) { return std::isfinite(count) ? grouped(std::lround(count)) : "-"; }

}  // namespace

std::string and_more(Index count, const std::string& elsewhere) {
  return count > 0 ? fmt::format("  and {} more{}\n", grouped(count), elsewhere) : "";
}

std::string values_table(const QuantitySummary& values, const std::string& elsewhere) {
  TextTable table({"", "mean", "sd", "5 %", "50 %", "95 %", "MCSE", "ESS"});
  const Index count = static_cast<Index>(values.names.size());
  const Index shown = std::min({count, kValuesShown, std::max<Index>(values.parameter_count, 1)});
  for (Index i = 0; i < shown; ++i) {
    const double sd = values.sd[i];
    std::vector<std::string> row = {values.names[static_cast<std::size_t>(i)]};
    for (const Vector* column : {&values.mean, &values.sd, &values.q5, &values.median, &values.q95})
      row.push_back(value_text((*column)[i], sd));
    row.push_back(error_text(values.mcse_mean[i]));
    row.push_back(count_text(values.ess[i]));
    table.add(row);
  }
  return table.text("  ") + and_more(count - shown, elsewhere);
}

}  // namespace g2t
