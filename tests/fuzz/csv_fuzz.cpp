// CSV with each of its options: cells read back when they are written with quotes, columns are numbers or refused.
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/labels.hpp>
#include <io/csv_spreadsheet.hpp>

namespace g2t::fuzz {
namespace {

CsvOptions csv_options(unsigned choice) {
  CsvOptions options;
  options.blank_separated = (choice & 3U) == 3U;
  if (!options.blank_separated) options.delimiter = "\0,;"[choice & 3U];
  options.header = static_cast<CsvHeader>((choice >> 2U) % 3U);
  options.skip_lines = (choice >> 4U) & 1U;
  return options;
}

// Every cell in quotes, so that nothing of it is left out.
std::string written(const Table& table) {
  const auto quoted = [](std::string_view text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
  };
  std::string out;
  for (const std::string& name : table.names) out += (out.empty() ? "" : ",") + quoted(name);
  for (Index row = 0; row < table.row_count(); ++row)
    for (Index column = 0; column < table.column_count(); ++column)
      out += (column == 0 ? "\n" : ",") + quoted(table.cell(row, column));
  return out + "\n";
}

bool is_left_out(const Table& table) {
  // Empty rows at the end, columns without a name and cells, row numbers and a line that names the delimiter are what
  // spreadsheets add.
  bool is_empty = true;
  for (Index column = 0; column < table.column_count(); ++column)
    is_empty = is_empty && table.cell(table.row_count() - 1, column).empty();
  const bool names_delimiter = table.column_count() == 1 && io::delimiter_named(table.names.front()) != 0;
  return is_empty || names_delimiter || table.names.front().empty() || table.names.front() == "Unnamed: 0";
}

void check_csv(std::string_view input) {
  const CsvOptions options = csv_options(take_byte(input));
  Table table;
  if (!takes([&] { table = parse_csv(input, kFile, options); })) return;
  require(table.row_count() > 0 && table.column_count() > 0, "a table has cells");
  require(table.cell_ends.size() == static_cast<std::size_t>(table.row_count() * table.column_count()),
          "a table is rectangular");
  for (const std::string& name : table.names) {
    takes([&] { static_cast<void>(table.numeric_column(name)); });
    takes([&] { static_cast<void>(table.count_column(name)); });
    takes([&] { static_cast<void>(binary_labels(table, name)); });
  }
  takes([&] { static_cast<void>(table.column_index("no such column")); });
  if (is_left_out(table)) return;
  const Table again = parse_csv(written(table), kFile, {.delimiter = ',', .header = CsvHeader::Yes});
  require(again.names == table.names && again.cell_text == table.cell_text && again.cell_ends == table.cell_ends,
          "a table reads back");
}

const Registration kCsv("csv", check_csv);

}  // namespace
}  // namespace g2t::fuzz
