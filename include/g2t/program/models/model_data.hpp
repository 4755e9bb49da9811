// A model's data in memory, in the place of a file.
#pragma once

#include <g2t/io/table.hpp>

#include <string>
#include <variant>
#include <vector>

namespace g2t {

struct ModelData {
  std::string name;  ///< what errors call them
  /// JSON text (Stan models), or a table with the response among its columns, or with it as labels (logistic).
  std::variant<std::string, Table, SparseTable> content;
};

struct ColumnData {
  std::string name;
  /// Cells as a file would have them; or numbers, which are kept as they are. Those that are not finite count as missing.
  std::variant<std::vector<std::string>, Vector> values;
};

/// @param name  what errors call it
/// @throws InvalidArgument if there is no row, columns are not of the same length, or a name is empty or occurs twice
[[nodiscard]] Table table_of_columns(const std::string& name, const std::vector<ColumnData>& columns);

}  // namespace g2t
