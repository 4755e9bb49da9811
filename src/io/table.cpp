// Cells by position, columns by name, and the errors that say where a cell stands.
#include <algorithm>
#include <cmath>
#include <g2t/io/number.hpp>
#include <g2t/io/table.hpp>
#include <io/text_file.hpp>
#include <numeric>
#include <optional>
#include <utility>

namespace g2t {
namespace {

constexpr double kLargestExactCount = 9007199254740992.0;  // 2^53
constexpr std::size_t kListedNames = 20;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Edits (insert, delete, replace; letter case is free) that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[b.size()];
}

// The name within a third of its length of edits, or nothing.
const std::string* nearest_name(const std::vector<std::string>& names, std::string_view wanted) {
  const std::string* nearest = nullptr;
  std::size_t least = wanted.size() / 3 + 2;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(name, wanted);
    if (distance < least) {
      least = distance;
      nearest = &name;
    }
  }
  return nearest;
}

}  // namespace

std::string_view Table::cell(Index row, Index column) const {
  const std::size_t position = static_cast<std::size_t>(row * column_count() + column);
  const std::size_t begin = position == 0 ? 0 : cell_ends[position - 1];
  return std::string_view(cell_text).substr(begin, cell_ends[position] - begin);
}

Index Table::column_index(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<Index>(found - names.begin());

  std::string reason = "there is no column '" + std::string(name) + "'";
  if (const std::string* nearest = nearest_name(names, name)) reason += "; did you mean '" + *nearest + "'?";
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
