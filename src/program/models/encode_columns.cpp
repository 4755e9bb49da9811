// Table columns as inputs of a regression: numbers, levels as zeros and ones, standardised on request.
#include <program/models/encode_rows.h>
#include <program/models/load_models.h>
#include <program/models/whole_data.h>
#include <program/options/option_text.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <span>

namespace g2t::program {
namespace {

void check_categorical(const Table& table, Index response, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (table.column_index(names[i]) == response) {
      refuse_model_option("categorical", names[i], "is the response");
    }
    if (contains(std::span(names).first(i), names[i])) {
      refuse_model_option("categorical", names[i], "occurs twice");
    }
  }
}

std::string describe_levels(const ColumnEncoding& column, bool leaves_first) {
  const std::string line = column.name + ": " + counted(static_cast<Index>(column.levels.size()), "level");
  return leaves_first ? line + ", measured against '" + column.levels.front() + "'" : line;
}

void check_inputs(const Table& table, const ColumnEncoding& column, double inputs) {
  check_memory(2 * sizeof(double) * static_cast<double>(table.row_count()) * inputs, {table.file, 0, 0},
               "for " + counted(static_cast<Index>(column.levels.size()), "level") + " of column '" + column.name +
                   "', an input each,");
}

}  // namespace

EncodedColumns encode_columns(const Table& table, Index response, const ModelOptions& options, bool has_intercept,
                              RowGroup* group) {
  check_categorical(table, response, options.categorical);
  EncodedColumns out;
  std::vector<std::string> constant;
  double inputs = 0;
  for (Index at = 0; at < table.column_count(); ++at) {
    if (at == response) continue;
    ColumnEncoding column;
    column.name = table.names[static_cast<std::size_t>(at)];
    if (contains(options.categorical, column.name)) {
      column.levels = levels_of(table.text_column(column.name), group);
      inputs += static_cast<double>(column.levels.size());
      check_inputs(table, column, inputs);
      out.description.push_back(describe_levels(column, has_intercept));
    } else if (options.standardize && !find_scale(numbers_of(table, at), column.center, column.scale, group)) {
      constant.push_back(column.name);
      if (!has_intercept) column.center = 0, column.scale = 1;
    }
    out.columns.push_back(std::move(column));
  }
  if (options.standardize) out.description.emplace_back("numeric inputs standardised: mean 0, sd 1 (by 1/n)");
  if (!constant.empty())
    out.description.push_back((has_intercept ? "constant, so 0 for all rows and of no use: " : "constant, so left as given: ") +
                              join(constant));
  return out;
}

}  // namespace g2t::program
