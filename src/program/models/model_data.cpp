// Cells stand row by row; those of a column of numbers are empty.
#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/program/models/model_data.hpp>

namespace g2t {
namespace {

Index length_of(const ColumnData& column) {
  return std::visit([](const auto& values) { return static_cast<Index>(values.size()); }, column.values);
}

void check(const std::string& name, const ColumnData& column, const ColumnData& first, const Table& table) {
  const std::string which = "column '" + column.name + "'";
  if (column.name.empty()) throw InvalidArgument("table_of_columns", name, which, "a column needs a name");
  if (contains(table.names, column.name))
    throw InvalidArgument("table_of_columns", name, which, "two columns have this name");
  if (length_of(column) == 0) throw InvalidArgument("table_of_columns", name, which, "has no values");
  if (length_of(column) != length_of(first))
    throw InvalidArgument("table_of_columns", name, which,
                          "has " + counted(length_of(column), "value") + ", but '" + first.name + "' has " +
                              grouped(length_of(first)));
}

}  // namespace

Table table_of_columns(const std::string& name, const std::vector<ColumnData>& columns) {
  if (columns.empty()) throw InvalidArgument("table_of_columns", name, "no columns", "data have a column at least");
  Table table;
  table.file = name;
  table.has_header = true;
  for (const ColumnData& column : columns) {
    check(name, column, columns.front(), table);
    table.names.push_back(column.name);
    const auto* const numbers = std::get_if<Vector>(&column.values);
    table.numbers.push_back(numbers != nullptr ? *numbers : Vector());
  }
  const std::size_t rows = static_cast<std::size_t>(length_of(columns.front()));
  table.lines.assign(rows, 0);
  table.cell_ends.reserve(rows * columns.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (const ColumnData& column : columns) {
      const auto* const cells = std::get_if<std::vector<std::string>>(&column.values);
      if (cells != nullptr) table.cell_text += (*cells)[row];
      table.cell_ends.push_back(table.cell_text.size());
    }
  return table;
}

}  // namespace g2t
