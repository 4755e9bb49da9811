// Rounds to the digits that matter, and lays tables out.
#include <g2t/core/printable.hpp>
#include <g2t/program/text/text_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t {

void TextTable::add(std::vector<std::string> row) {
  constexpr std::size_t kLongest = 100;
  for (std::string& cell : row) cell = without_middle(printable_line(cell), kLongest);
  rows_.push_back(std::move(row));
}

std::string TextTable::text(const std::string& indent) const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const std::vector<std::string>& row : rows_)
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], row[j].size());
  std::string out;
  for (const std::vector<std::string>& row : rows_) {
    std::string line = indent;
    for (std::size_t j = 0; j < row.size(); ++j)
      line += j == 0 ? fmt::format("{:<{}}", row[j], widths[j]) : fmt::format("  {:>{}}", row[j], widths[j]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += printable(line) + "\n";
  }
  return out;
}

std::string value_text(double value, double sd) {
  if (!std::isfinite(value)) return "-";
  const double ratio = std::abs(value) / sd;
  const int digits = std::isfinite(ratio) && ratio > 0 ? static_cast<int>(std::ceil(std::log10(ratio))) + 2 : 4;
  return fmt::format("{:.{}g}", value, std::clamp(digits, 4, 17));
}

}  // namespace g2t
