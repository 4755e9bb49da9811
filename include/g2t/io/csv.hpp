// Reads CSV files, and files separated by semicolons, tabs or blanks, to a table of text.
#pragma once

#include <g2t/io/table.hpp>
#include <istream>
#include <string>
#include <string_view>

namespace g2t {

/// Whether the first line holds names.
enum class CsvHeader {
  Auto,  ///< it does if any of its cells is not a number
  Yes,
  No
};

struct CsvOptions {
  char delimiter = 0;  ///< 0 finds it among tab, ';' and ','
  CsvHeader header = CsvHeader::Auto;
  Index skip_lines = 0;          ///< lines of text before the table
  bool blank_separated = false;  ///< runs of blanks and tabs separate cells
  /// The table of a file's beginning, of which the text is a later part: it has that one's columns, no line of names, and
  /// may have no rows. Null: the text is the whole file, or begins it.
  const Table* continued = nullptr;
  long lines_before = 0;  ///< of the file, before a later part
};

/// Reads a whole file, compressed by gzip or not; "-" is standard input.
///
/// Quotes as in RFC 4180: they may contain delimiters, line ends and doubled quotes. Lines end in LF, CRLF or a lone
/// CR, the last one also in nothing; a byte order mark and blank lines are left out (in a file of one column a blank
/// line before the last row is an error: it may be a missing value). Blanks around cells that are not quoted are
/// dropped.
///
/// With CsvHeader::Auto, a first line whose only cells that are no numbers are missing values or numbers with a decimal
/// comma may be names or data, which is an error. Without names, columns are called x1, x2, ...
///
/// A first line such as "sep=;" names the delimiter. What spreadsheets and data frames add is left out, and said in
/// Table::notes: rows of empty cells at the end, columns at the right without name and cells, and a first column
/// without name (or called "Unnamed: 0") that numbers the rows from 0 or 1.
///
/// The delimiter found is one that occurs equally often in each of the first lines; of several, tab before ';'
/// before ','.
///
/// @throws InputError naming file, line, column and text: unreadable file, no rows, a row with more or fewer cells than
///         the first, a quote not closed or out of place, any other column without a name, two of one name
/// @throws InvalidArgument for a delimiter that cannot be one, a negative skip_lines, or both a delimiter and blanks
/// Cost: one pass over the file, held in memory.
[[nodiscard]] Table read_csv(const std::string& path, const CsvOptions& options = {});

/// The same of a text in memory; `file` is what errors call it.
[[nodiscard]] Table parse_csv(std::string_view text, const std::string& file, const CsvOptions& options = {});

/// The same from a stream; `file` is what errors call it.
[[nodiscard]] Table read_csv(std::istream& in, const std::string& file, const CsvOptions& options = {});

}  // namespace g2t
