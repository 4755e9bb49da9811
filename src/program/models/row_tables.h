// This process's rows of the data, as a table: a part of a file, a file of its own, or some of the rows of a table.
#pragma once

#include <program/models/row_group.h>

#include <g2t/io/table.hpp>
#include <g2t/program/options/options.hpp>

#include <string>
#include <variant>
#include <vector>

namespace g2t::program {

/// Rows of the file that the options name; if it is not there, but FILE.0, FILE.1, ... are, one for each process, those of
/// its own.
///
/// CSV where a later row may decide what columns there are, and all that read_row_text() does not cut, is read by every
/// process as a whole. The first process has a row at least.
/// @param threads  that read; the rows do not depend on it
std::variant<Table, SparseTable> read_own_rows(const ModelOptions& options, Index threads, RowGroup& group);

/// The same of CSV, or of the whole file if there is no group.
Table read_table(const ModelOptions& options, RowGroup* group);

/// FILE.0, FILE.1, ... as far as they are there, if FILE is not.
[[nodiscard]] std::vector<std::string> files_of_parts(const std::string& path);

// This process's rows of a table that all have; all of them, if there is no group.

Table own_rows(Table table, RowGroup* group);
SparseTable own_rows(SparseTable table, RowGroup* group);

}  // namespace g2t::program
