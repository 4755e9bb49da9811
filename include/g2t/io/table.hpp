// Plain tables that readers return: a sparse one with labels (LIBSVM), and one of named text columns (CSV).
#pragma once

#include <cstddef>
#include <g2t/core/errors.hpp>
#include <g2t/core/types.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace g2t {

/// Labels and sparse rows; row i holds entries row_starts[i] up to, not including, row_starts[i + 1].
struct SparseTable {
  std::string file;
  std::vector<std::string> label_texts;  ///< [row_count], as written
  std::vector<double> labels;            ///< [row_count]
  std::vector<Index> row_starts{0};      ///< [row_count + 1]
  std::vector<Index> columns;            ///< [entry_count], from 0, ascending within a row
  std::vector<double> values;            ///< [entry_count]
  std::vector<long> lines;               ///< [row_count], line of the file of each row, from 1
  Index feature_count = 0;
  InputLocation highest_index;  ///< where the entry of the last feature that occurs stands

  [[nodiscard]] Index row_count() const { return static_cast<Index>(lines.size()); }
  [[nodiscard]] Index entry_count() const { return static_cast<Index>(columns.size()); }
};

/// Named columns of cells kept as text; each use of a column chooses how to read it.
///
/// In an InputLocation of a table, `column` is the number of the cell in its row, from 1.
struct Table {
  std::string file;
  std::vector<std::string> names;  ///< [column_count]
  bool has_header = false;         ///< true if the first line was taken as names; otherwise they are x1, x2, ...
  char delimiter = ',';            ///< ' ' for runs of blanks
  std::vector<long> lines;         ///< [row_count], line of the file that a row begins on, from 1; 0: it is of no file
  std::vector<Index> row_numbers;  ///< [row_count], what errors call the rows, from 1; or none: 1, 2, ...
  std::vector<std::string> notes;  ///< what the reader left out, a line each

  std::string cell_text;               ///< all cells, one after the other, row by row
  std::vector<std::size_t> cell_ends;  ///< [row_count * column_count], where each cell ends in cell_text
  /// [column_count], or none: a column that came as numbers, [row_count], has these, and cells without text.
  std::vector<Vector> numbers;

  [[nodiscard]] Index row_count() const { return static_cast<Index>(lines.size()); }
  [[nodiscard]] Index column_count() const { return static_cast<Index>(names.size()); }

  /// The text of a cell, without quotes; valid as long as the table.
  [[nodiscard]] std::string_view cell(Index row, Index column) const;

  /// True if the column came as numbers.
  [[nodiscard]] bool has_numbers(Index column) const;
  /// The text of a cell, or of the number in its place.
  [[nodiscard]] std::string text(Index row, Index column) const;
  /// The finite number in a place, or nothing.
  [[nodiscard]] std::optional<double> number(Index row, Index column) const;

  /// @throws InputError that lists the names there are and suggests the nearest
  [[nodiscard]] Index column_index(std::string_view name) const;

  /// A column as numbers, [row_count].
  ///
  /// @throws InputError naming file, line, column and text of the first cell that is not a finite number, and as
  ///         column_index()
  [[nodiscard]] Vector numeric_column(std::string_view name) const;
  [[nodiscard]] Vector numeric_column(Index column) const;

  /// A column of whole numbers from 0 to 2^53, [row_count]; "3e0" and "2.0" are such numbers.
  ///
  /// @throws InputError as numeric_column(), and for a negative, fractional or larger number
  [[nodiscard]] Vector count_column(std::string_view name) const;

  /// A column as text, [row_count]. Missing values (see is_missing_value()) are no text.
  ///
  /// @throws InputError naming file, line and column of the first missing cell, and as column_index()
  [[nodiscard]] std::vector<std::string> text_column(std::string_view name) const;

  /// Error about a cell found later: "file:line:column: column 'name', data row 3: reason: 'text'".
  [[noreturn]] void fail(Index row, Index column, const std::string& reason) const;
};

}  // namespace g2t
