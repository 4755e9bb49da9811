// Records to a table: where the names come from, and that all rows are alike.
#include <algorithm>
#include <g2t/core/counted.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/number.hpp>
#include <io/csv_scanner.hpp>
#include <io/csv_spreadsheet.hpp>
#include <io/text_file.hpp>
#include <unordered_map>
#include <utility>

namespace g2t {
namespace {

void check(const CsvOptions& options) {
  const std::string text = options.delimiter == 0 ? "" : std::string(1, options.delimiter);
  const auto refuse = [&](const std::string& reason) { throw InvalidArgument("read_csv", "delimiter", text, reason); };
  if (!text.empty() && options.blank_separated) refuse("cells are separated by blanks already");
  if (!text.empty() && std::string("\"\r\n .+-0123456789").find(text) != std::string::npos) {
    refuse("cannot be a delimiter");
  }
  if (options.skip_lines < 0) {
    throw InvalidArgument("read_csv", "skip_lines", std::to_string(options.skip_lines), "must not be negative");
  }
}

// True if the record holds names. Fails where it may as well be data with a value that is missing.
bool holds_names(const io::CsvRecord& record, CsvHeader header, const std::string& file) {
  if (header != CsvHeader::Auto) return header == CsvHeader::Yes;
  long doubtful = 0;
  std::size_t cells = record.cell_count();
  while (cells > 1 && record.cell(cells - 1).empty()) --cells;  // those at the right may be no column
  for (std::size_t i = 0; i < cells; ++i) {
    const std::string_view cell = record.cell(i);
    if (parse_number(cell)) continue;
    if (!is_missing_value(cell) && !is_decimal_comma_number(cell)) return true;
    if (doubtful == 0) doubtful = static_cast<long>(i) + 1;
  }
  if (doubtful > 0) {
    const std::string_view cell = record.cell(static_cast<std::size_t>(doubtful) - 1);
    throw InputError(
        {file, record.line, doubtful},
        "the first line may hold names or data: " + describe_number_fault(cell) + "; say which by --header yes or no",
        io::excerpt(cell));
  }
  return false;
}

// Names may be empty: leave_out_fillers() judges those.
void take_names(const io::CsvRecord& record, Table& table) {
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < record.cell_count(); ++i) {
    const std::string name(record.cell(i));
    const auto [first, is_new] = known.try_emplace(name, i);
    if (!is_new && !name.empty())
      throw InputError(
          {table.file, record.line, static_cast<long>(i) + 1},
          "columns " + std::to_string(first->second + 1) + " and " + std::to_string(i + 1) + " have the same name",
          io::excerpt(name));
    table.names.push_back(name);
  }
}

// What a row of another length than the first line's is likely to come from.
std::string guess_at_lengths(const io::CsvRecord& record, const Table& table) {
  if (!table.names.empty() && table.names.front().starts_with('#'))
    return "; if the first line is a comment, remove it";
  const bool has_one_more = record.cell_count() == table.names.size() + 1 && table.row_count() == 0 && table.has_header;
  if (!has_one_more) return "";
  if (record.cell(record.cell_count() - 1).empty()) return "; remove the delimiter at the end of the row";
  return "; if rows begin with their number or name, as R writes them, remove these (row.names = FALSE) or name the "
         "column";
}

void take_row(const io::CsvRecord& record, Table& table) {
  const std::size_t expected = table.names.size(), count = record.cell_count();
  // A spreadsheet may leave out empty cells at the right.
  const bool is_filled_up = table.has_header && count < expected &&
                            std::all_of(
                                table.names.begin() + static_cast<std::ptrdiff_t>(count), table.names.end(),
                                [](const std::string& name) { return name.empty(); });
  if (count != expected && !is_filled_up) {
    throw InputError({table.file, record.line, 0},
                     "the row has " + counted(static_cast<Index>(count), "cell") + " where the first line has " +
                         std::to_string(expected) + guess_at_lengths(record, table),
                     io::excerpt(record.raw));
  }
  if (expected == 1 && record.blank_line > 0 && table.row_count() > 0) {
    throw InputError({table.file, record.blank_line, 0}, "a blank line in a file of one column: is a value missing?");
  }
  const std::size_t start = table.cell_text.size();
  table.cell_text += record.text;
  for (std::size_t end : record.ends) table.cell_ends.push_back(start + end);
  table.cell_ends.resize(table.cell_ends.size() + expected - count, table.cell_text.size());
  table.lines.push_back(record.line);
}

Table parse_part(std::string_view text, const std::string& file, const CsvOptions& options) {
  Table table;
  table.file = file;
  table.names = options.continued->names;
  table.has_header = options.continued->has_header;
  table.delimiter = options.continued->delimiter;
  io::CsvScanner scanner(text, file, table.delimiter, options.lines_before + 1);
  while (scanner.next()) take_row(scanner.record(), table);
  return table;
}

// How many cells there are about: quoted ones may hold delimiters and line ends.
std::size_t count_cells(std::string_view text, char delimiter) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [=](char c) { return c == delimiter || c == '\n'; })) + 1;
}

}  // namespace

Table parse_csv(std::string_view text, const std::string& file, const CsvOptions& options) {
  check(options);
  if (options.continued != nullptr) return parse_part(text, file, options);
  io::LineReader lines(text);
  std::string_view rest = text;
  for (Index i = 0; i < options.skip_lines && lines.next(); ++i) rest = lines.rest();
  char named = 0;
  if (io::LineReader first(rest); !options.blank_separated && first.next()) named = io::delimiter_named(first.line());
  if (named != 0 && lines.next()) rest = lines.rest();

  Table table;
  table.file = file;
  table.delimiter = options.delimiter != 0 ? options.delimiter : named;
  if (options.blank_separated) table.delimiter = ' ';
  if (table.delimiter == 0) table.delimiter = io::find_delimiter(rest);

  // Growing would hold all cells twice.
  table.cell_text.reserve(rest.size());
  if (table.delimiter != ' ') table.cell_ends.reserve(count_cells(rest, table.delimiter));

  io::CsvScanner scanner(rest, file, table.delimiter, lines.number() + 1);
  if (!scanner.next()) throw InputError({file, 0, 0}, "no data rows");
  const long header_line = scanner.record().line;
  table.has_header = holds_names(scanner.record(), options.header, file);
  if (table.has_header) {
    take_names(scanner.record(), table);
  } else {
    for (std::size_t i = 0; i < scanner.record().cell_count(); ++i) table.names.push_back("x" + std::to_string(i + 1));
    take_row(scanner.record(), table);
  }
  while (scanner.next()) take_row(scanner.record(), table);
  io::leave_out_fillers(table, header_line);
  if (table.lines.empty())
    throw InputError({file, 0, 0}, table.has_header ? "no data rows, only a line of names" : "no data rows");
  return table;
}

Table read_csv(const std::string& path, const CsvOptions& options) {
  check(options);
  return parse_csv(io::read_text_file(path), io::input_name(path), options);
}

Table read_csv(std::istream& in, const std::string& file, const CsvOptions& options) {
  check(options);
  return parse_csv(io::read_text(in, file), file, options);
}

}  // namespace g2t
