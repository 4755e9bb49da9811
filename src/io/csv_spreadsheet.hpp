// What spreadsheets and data frames add to a table: a line that names the delimiter, empty cells around it, row
// numbers.
#pragma once

#include <g2t/io/table.hpp>
#include <string_view>

namespace g2t::io {

/// The delimiter that a first line such as "sep=;" names; 0 if `line` is not one.
[[nodiscard]] char delimiter_named(std::string_view line);

/// Removes rows at the end whose cells are all empty, columns at the right without name and cells, and a first column
/// without name (or called "Unnamed: 0") that numbers the rows; table.notes gets a line for each kind.
///
/// @throws InputError for any other column without a name
void leave_out_fillers(Table& table, long header_line);

}  // namespace g2t::io
