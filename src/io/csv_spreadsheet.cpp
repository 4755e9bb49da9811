// Looks at cells from the end of the table, then rebuilds the table without the columns that go.
#include <algorithm>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <io/csv_spreadsheet.hpp>
#include <string>
#include <utility>
#include <vector>

namespace g2t::io {
namespace {

void leave_out_rows(Table& table) {
  const Index columns = table.column_count();
  if (columns < 2) return;  // an empty cell of one column may be a missing value
  Index rows = table.row_count();
  const auto is_empty = [&](Index row) {
    for (Index column = 0; column < columns; ++column)
      if (!table.cell(row, column).empty()) return false;
    return true;
  };
  while (rows > 0 && is_empty(rows - 1)) --rows;
  const Index left_out = table.row_count() - rows;
  if (left_out == 0) return;
  table.lines.resize(static_cast<std::size_t>(rows));
  table.cell_ends.resize(static_cast<std::size_t>(rows * columns));
  table.cell_text.resize(table.cell_ends.empty() ? 0 : table.cell_ends.back());
  table.notes.push_back(counted(left_out, "row") + " of empty cells at the end left out");
}

bool is_empty_column(const Table& table, Index column) {
  for (Index row = 0; row < table.row_count(); ++row)
    if (!table.cell(row, column).empty()) return false;
  return true;
}

// 0, 1, 2, ... or 1, 2, 3, ...
bool numbers_the_rows(const Table& table, Index column) {
  if (table.row_count() < 2) return false;
  const std::optional<Index> first = parse_count(table.cell(0, column));
  if (first != 0 && first != 1) return false;
  for (Index row = 0; row < table.row_count(); ++row)
    if (parse_count(table.cell(row, column)) != *first + row) return false;
  return true;
}

void keep_columns(Table& table, Index begin, Index end) {
  Table kept = std::move(table);
  table = Table();
  std::swap(table.file, kept.file);
  std::swap(table.lines, kept.lines);
  std::swap(table.notes, kept.notes);
  table.has_header = kept.has_header;
  table.delimiter = kept.delimiter;
  table.names.assign(kept.names.begin() + begin, kept.names.begin() + end);
  for (Index row = 0; row < table.row_count(); ++row) {
    for (Index column = begin; column < end; ++column) {
      table.cell_text += kept.cell(row, column);
      table.cell_ends.push_back(table.cell_text.size());
    }
  }
}

}  // namespace

char delimiter_named(std::string_view line) {
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  constexpr std::string_view kWord = "sep=";
  const auto is_same = [](char a, char b) { return a == b || a == b - 'a' + 'A'; };
  if (line.size() <= kWord.size() ||
      !std::equal(kWord.begin(), kWord.end(), line.begin(), [&](char b, char a) { return is_same(a, b); }))
    return 0;
  const char delimiter = line[kWord.size()];
  const bool is_one = line.find_first_not_of(delimiter, kWord.size()) == std::string_view::npos;
  return is_one && std::string_view(",;|\t:^~").find(delimiter) != std::string_view::npos ? delimiter : '\0';
}

void leave_out_fillers(Table& table, long header_line) {
  leave_out_rows(table);
  Index begin = 0, end = table.column_count();
  const auto has_name = [&](Index column) {
    return table.has_header && !table.names[static_cast<std::size_t>(column)].empty();
  };
  while (end > 1 && !has_name(end - 1) && is_empty_column(table, end - 1)) --end;
  if (end < table.column_count())
    table.notes.push_back(counted(table.column_count() - end, "empty column") + " at the right left out");
  if (table.has_header && end > 1 && (!has_name(0) || table.names[0] == "Unnamed: 0") && numbers_the_rows(table, 0)) {
    begin = 1;
    table.notes.emplace_back("the first column has no name and numbers the rows: left out");
  }
  for (Index column = begin; column < end && table.has_header; ++column) {
    if (has_name(column)) continue;
    throw InputError({table.file, header_line, column + 1},
                     std::string("a column has no name; give it one") +
                         (column == 0 ? ", or remove it (names of rows: row.names = FALSE in R, index=False in pandas)"
                                      : ", or remove it"));
  }
  if (begin > 0 || end < table.column_count()) keep_columns(table, begin, end);
}

}  // namespace g2t::io
