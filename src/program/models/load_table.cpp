// Shared by the loaders of tables: rows, levels, and their descriptions.
#include <program/models/load_models.h>

#include <filesystem>
#include <g2t/core/errors.hpp>
#include <string_view>

namespace g2t::program {

void refuse_model_option(const std::string& option, const std::string& text, const std::string& reason) {
  throw InvalidArgument("load_model", "--" + option, "'" + text + "'", reason);
}

std::vector<NaturalScaleColumn> natural_scale_of(const std::vector<std::string>& parameter_names, std::size_t begin,
                                                 std::size_t end) {
  std::vector<NaturalScaleColumn> columns;
  for (std::size_t i = begin; i < end; ++i)
    columns.push_back({parameter_names[i].substr(std::string_view("log_").size()), static_cast<Index>(i)});
  return columns;
}

std::string file_name(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return name.empty() ? path : name;
}

CsvOptions csv_options(const ModelOptions& options) {
  CsvOptions how;
  if (options.header == "yes")
    how.header = CsvHeader::Yes;
  else if (options.header == "no")
    how.header = CsvHeader::No;
  else if (options.header != "auto")
    refuse_model_option("header", options.header, "auto, yes or no is needed");
  return how;
}

void describe_reading(const Table& table, LoadedModel& loaded, const std::string& more) {
  if (table.row_count() == 0 || table.lines.front() == 0) return;
  loaded.description.push_back((table.has_header ? "the first line was taken as names"
                                                 : "the first line was taken as data; columns are called " +
                                                       table.names.front() + " to " + table.names.back()) +
                               more);
  loaded.description.insert(loaded.description.end(), table.notes.begin(), table.notes.end());
}

Table select_rows(const Table& table, const std::vector<Index>& rows) {
  Table selected;
  selected.file = table.file;
  selected.names = table.names;
  selected.has_header = table.has_header;
  selected.delimiter = table.delimiter;
  for (const Index row : rows) {
    selected.lines.push_back(table.lines[static_cast<std::size_t>(row)]);
    for (Index column = 0; column < table.column_count(); ++column) {
      selected.cell_text += table.cell(row, column);
      selected.cell_ends.push_back(selected.cell_text.size());
    }
  }
  return selected;
}

}  // namespace g2t::program
