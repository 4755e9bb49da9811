// From files or tables to the built-in models; load_model() and the presets share these.
#pragma once

#include <program/models/row_group.h>

#include <g2t/program/models/load_model.hpp>
#include <g2t/io/csv.hpp>
#include <string>
#include <vector>

namespace g2t::program {

// With a group each process loads its own rows: the first gets the model of all, the others one that is to be served, or none if
// they have no rows.

/// LIBSVM or CSV, by options.data_format.
/// @param threads  that read; the model does not depend on it
LoadedModel load_logistic(const ModelOptions& options, Index threads, RowGroup* group = nullptr);
LoadedModel load_poisson(const ModelOptions& options, RowGroup* group = nullptr);
LoadedModel load_network(const ModelOptions& options, RowGroup* group = nullptr);

/// A Stan program, translated and compiled unless it has been; or a library with the interface of BridgeStan.
/// @param data  JSON text in memory; null: that of the file that the options name
LoadedModel load_stan_program(const ModelOptions& options, const ModelData* data, const LoadHook& hook);
LoadedModel load_stan_library(const ModelOptions& options, const ModelData* data, const LoadHook& hook);

// From data in memory. The first line of the description describes the data.

LoadedModel logistic_of(const SparseTable& table, const ModelOptions& options, RowGroup* group = nullptr);
LoadedModel logistic_of(const Table& table, const ModelOptions& options, RowGroup* group = nullptr);
LoadedModel poisson_of(const Table& table, const ModelOptions& options, RowGroup* group = nullptr);
LoadedModel network_of(const Table& table, const ModelOptions& options, RowGroup* group = nullptr);

/// Throws InvalidArgument: "load_model: --OPTION = 'TEXT': REASON".
[[noreturn]] void refuse_model_option(const std::string& option, const std::string& text, const std::string& reason);

/// The quantities whose logarithms the parameters from `begin` to before `end` are.
/// @pre their names begin with "log_"
std::vector<NaturalScaleColumn> natural_scale_of(const std::vector<std::string>& parameter_names, std::size_t begin,
                                                 std::size_t end);

/// The last part of a path.
std::string file_name(const std::string& path);
/// How a model's options have CSV read.
CsvOptions csv_options(const ModelOptions& options);
/// Adds to the description whether the first line was taken as names, and what was left out. Of a table in memory: nothing.
void describe_reading(const Table& table, LoadedModel& loaded, const std::string& more = "");

/// These rows of a table, in the order given.
/// @pre every row is one of the table's
Table select_rows(const Table& table, const std::vector<Index>& rows);

struct EncodedColumns {
  std::vector<ColumnEncoding> columns;
  std::vector<std::string> description;  ///< lines on levels and standardising
};
/// All columns but the response: numbers, or levels where options.categorical names the column.
/// @param has_intercept  else a constant column may stand for one, and is not standardised
/// @throws InputError if their inputs do not fit into memory
EncodedColumns encode_columns(const Table& table, Index response, const ModelOptions& options, bool has_intercept,
                              RowGroup* group = nullptr);

}  // namespace g2t::program
