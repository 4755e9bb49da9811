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
  Vector numbers(row_count());
  for (Index row = 0; row < row_count(); ++row) {
    const std::optional<double> number = parse_number(cell(row, column));
    if (!number) fail(row, column, describe_number_fault(cell(row, column)));
    numbers[row] = *number;
  }
  return numbers;
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
    if (is_missing_value(cell(row, column))) fail(row, column, "a value is missing");
    texts.emplace_back(cell(row, column));
  }
  return texts;
}

void Table::fail(Index row, Index column, const std::string& reason) const {
  throw InputError(
      {file, lines[static_cast<std::size_t>(row)], column + 1},
      "column '" + names[static_cast<std::size_t>(column)] + "', data row " + std::to_string(row + 1) + ": " + reason,
      io::excerpt(cell(row, column)));
}

}  // namespace g2t
