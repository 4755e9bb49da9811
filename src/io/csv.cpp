// Records to a table: where the names come from, and that all rows are alike.
#include <g2t/io/csv.hpp>
#include <g2t/io/number.hpp>
#include <io/csv_scanner.hpp>
#include <io/text_file.hpp>
#include <unordered_set>
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
  for (std::size_t i = 0; i < record.cell_count(); ++i) {
    const std::string_view cell = record.cell(i);
    if (parse_number(cell)) continue;
    if (!is_missing_value(cell) && !is_decimal_comma_number(cell)) return true;
    if (doubtful == 0) doubtful = static_cast<long>(i) + 1;
  }
  if (doubtful > 0) {
    const std::string_view cell = record.cell(static_cast<std::size_t>(doubtful) - 1);
    throw InputError(
        {file, record.line, doubtful},
        "the first line may hold names or data: " + describe_number_fault(cell) + "; say whether there is a header",
        io::excerpt(cell));
  }
  return false;
}

void take_names(const io::CsvRecord& record, Table& table) {
  std::unordered_set<std::string> known;
  for (std::size_t i = 0; i < record.cell_count(); ++i) {
    const std::string name(record.cell(i));
    const InputLocation location{table.file, record.line, static_cast<long>(i) + 1};
    if (name.empty()) throw InputError(location, "a column has no name", io::excerpt(record.raw));
    if (!known.insert(name).second) throw InputError(location, "two columns have the same name", io::excerpt(name));
    table.names.push_back(name);
  }
}

void take_row(const io::CsvRecord& record, Table& table) {
  const std::size_t expected = table.names.size();
  if (record.cell_count() != expected) {
    throw InputError({table.file, record.line, 0},
                     "the row has " + std::to_string(record.cell_count()) + " cells where the first line has " +
                         std::to_string(expected),
                     io::excerpt(record.raw));
  }
  if (expected == 1 && record.blank_line > 0 && table.row_count() > 0) {
    throw InputError({table.file, record.blank_line, 0}, "a blank line in a file of one column: is a value missing?");
  }
  const std::size_t start = table.cell_text.size();
  table.cell_text += record.text;
  for (std::size_t end : record.ends) table.cell_ends.push_back(start + end);
  table.lines.push_back(record.line);
}

Table read(const std::string& text, const std::string& file, const CsvOptions& options) {
  io::LineReader lines(text);
  std::string_view rest = text;
  for (Index i = 0; i < options.skip_lines && lines.next(); ++i) rest = lines.rest();

  Table table;
  table.file = file;
  table.delimiter = options.delimiter;
  if (options.blank_separated) table.delimiter = ' ';
  if (table.delimiter == 0) table.delimiter = io::find_delimiter(rest);

  io::CsvScanner scanner(rest, file, table.delimiter, lines.number() + 1);
  if (!scanner.next()) throw InputError({file, 0, 0}, "no data rows");
  table.has_header = holds_names(scanner.record(), options.header, file);
  if (table.has_header) {
    take_names(scanner.record(), table);
  } else {
    for (std::size_t i = 0; i < scanner.record().cell_count(); ++i) table.names.push_back("x" + std::to_string(i + 1));
    take_row(scanner.record(), table);
  }
  while (scanner.next()) take_row(scanner.record(), table);
  if (table.lines.empty()) throw InputError({file, 0, 0}, "no data rows, only a line of names");
  return table;
}

}  // namespace

Table read_csv(const std::string& path, const CsvOptions& options) {
  check(options);
  return read(io::read_text_file(path), path, options);
}

Table read_csv(std::istream& in, const std::string& file, const CsvOptions& options) {
  check(options);
  return read(io::read_text(in, file), file, options);
}

}  // namespace g2t
