// Cells by position, columns by name, and errors that name the position of a cell.
#include <algorithm>
#include <cmath>
#include <g2t/core/contains.hpp>
#include <g2t/core/nearest.hpp>
#include <g2t/io/number.hpp>
#include <g2t/io/table.hpp>
#include <io/text_file.hpp>
#include <optional>

namespace g2t {
namespace {

constexpr double kLargestExactCount = 9007199254740992.0;  // 2^53
constexpr std::size_t kListedNames = 20;

}  // namespace

std::string_view Table::cell(Index row, Index column) const {
  const std::size_t position = static_cast<std::size_t>(row * column_count() + column);
  const std::size_t begin = position == 0 ? 0 : cell_ends[position - 1];
  return std::string_view(cell_text).substr(begin, cell_ends[position] - begin);
}

bool Table::has_numbers(Index column) const {
  return !numbers.empty() && numbers[static_cast<std::size_t>(column)].size() > 0;
}

std::string Table::text(Index row, Index column) const {
  return has_numbers(column) ? format_number(numbers[static_cast<std::size_t>(column)][row]) : std::string(cell(row, column));
}

std::optional<double> Table::number(Index row, Index column) const {
  if (!has_numbers(column)) return parse_number(cell(row, column));
  const double value = numbers[static_cast<std::size_t>(column)][row];
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Index Table::column_index(std::string_view name) const {
  if (const std::size_t found = index_of(names, name); found < names.size()) return static_cast<Index>(found);

  std::string reason = "there is no column '" + std::string(name) + "'" + did_you_mean(name, names);
  reason += has_header ? " The columns are: " : " The first line holds no names; the columns are: ";
  for (std::size_t i = 0; i < std::min(names.size(), kListedNames); ++i) reason += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kListedNames) reason += ", ... (" + std::to_string(names.size()) + " in all)";
  throw InputError({file, 0, 0}, reason);
}

Vector Table::numeric_column(std::string_view name) const { return numeric_column(column_index(name)); }

Vector Table::numeric_column(Index column) const {
  Vector values(row_count());
  for (Index row = 0; row < row_count(); ++row) {
    const std::optional<double> value = number(row, column);
    if (!value) fail(row, column, describe_number_fault(text(row, column)));
    values[row] = *value;
  }
  return values;
}

Vector Table::count_column(std::string_view name) const {
  const Index column = column_index(name);
  Vector counts = numeric_column(column);
  for (Index row = 0; row < row_count(); ++row) {
    if (counts[row] < 0) fail(row, column, "a count must not be negative");
    if (counts[row] != std::floor(counts[row])) fail(row, column, "a count must be a whole number");
    if (counts[row] > kLargestExactCount) fail(row, column, "a count must not be larger than 2^53");
  }
  return counts;
}

std::vector<std::string> Table::text_column(std::string_view name) const {
  const Index column = column_index(name);
  std::vector<std::string> texts;
  texts.reserve(lines.size());
  for (Index row = 0; row < row_count(); ++row) {
    texts.push_back(text(row, column));
    if (is_missing_value(texts.back())) fail(row, column, "a value is missing");
  }
  return texts;
}

void Table::fail(Index row, Index column, const std::string& reason) const {
  const Index number = row_numbers.empty() ? row + 1 : row_numbers[static_cast<std::size_t>(row)];
  throw InputError(
      {file, lines[static_cast<std::size_t>(row)], column + 1},
      "column '" + names[static_cast<std::size_t>(column)] + "', data row " + std::to_string(number) + ": " + reason,
      io::excerpt(text(row, column)));
}

}  // namespace g2t
