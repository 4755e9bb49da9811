// Table columns as inputs of a regression: numbers, levels as zeros and ones, standardised on request.
#include <program/models/load_models.h>
#include <program/options/option_text.h>

#include <cmath>
#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <optional>
#include <span>

namespace g2t::program {
namespace {

Vector numbers_of(const Table& table, Index column) {
  Vector numbers(table.row_count());
  for (Index row = 0; row < table.row_count(); ++row) {
    const std::string_view text = table.cell(row, column);
    const std::optional<double> number = parse_number(text);
    if (!number) {
      const bool may_be_level = !is_missing_value(text) && !is_decimal_comma_number(text);
      const std::string& name = table.names[static_cast<std::size_t>(column)];
      table.fail(
          row, column,
          describe_number_fault(text) + (may_be_level ? "; a column of levels needs --categorical " + name : ""));
    }
    numbers[row] = *number;
  }
  return numbers;
}

void add(InputColumns& inputs, const std::string& name, const Vector& values) {
  inputs.names.push_back(name);
  inputs.values.conservativeResize(values.size(), static_cast<Index>(inputs.names.size()));
  inputs.values.rightCols(1) = values;
}

void add_levels(InputColumns& inputs, const Table& table, const std::string& column, bool leave_first) {
  const Levels levels = levels_of(table.text_column(column));
  const Index level_count = static_cast<Index>(levels.names.size());
  const double cells = static_cast<double>(table.row_count()) * static_cast<double>(inputs.values.cols() + level_count);
  check_memory(2 * sizeof(double) * cells, {table.file, 0, 0},
               "for " + counted(level_count, "level") + " of column '" + column + "', an input each,");
  for (Index level = leave_first ? 1 : 0; level < level_count; ++level) {
    Vector values(table.row_count());
    for (Index row = 0; row < values.size(); ++row) {
      values[row] = levels.level_of_row[static_cast<std::size_t>(row)] == level ? 1 : 0;
    }
    add(inputs, column + "." + levels.names[static_cast<std::size_t>(level)], values);
  }
  std::string line = column + ": " + counted(level_count, "level");
  if (leave_first) line += ", measured against '" + levels.names.front() + "'";
  inputs.description.push_back(line);
}

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

}  // namespace

bool standardize(Vector& values) {
  const bool is_constant = values.size() == 0 || values.maxCoeff() == values.minCoeff();
  if (is_constant) {
    values.setZero();
    return false;
  }
  values /= values.cwiseAbs().maxCoeff();  // so that no square overflows
  values.array() -= values.mean();
  values /= std::sqrt(values.squaredNorm() / static_cast<double>(values.size()));
  return true;
}

InputColumns input_columns(const Table& table, Index response, const ModelOptions& options, bool leave_first_level) {
  check_categorical(table, response, options.categorical);
  InputColumns inputs;
  inputs.values.resize(table.row_count(), 0);
  std::vector<std::string> constant;
  for (Index column = 0; column < table.column_count(); ++column) {
    if (column == response) continue;
    const std::string& name = table.names[static_cast<std::size_t>(column)];
    if (contains(options.categorical, name)) {
      add_levels(inputs, table, name, leave_first_level);
      continue;
    }
    Vector values = numbers_of(table, column);
    if (options.standardize && values.maxCoeff() == values.minCoeff()) constant.push_back(name);
    // Without an intercept a constant may stand for one.
    const bool is_kept = !leave_first_level && !constant.empty() && constant.back() == name;
    if (options.standardize && !is_kept) standardize(values);
    add(inputs, name, values);
  }
  if (options.standardize) inputs.description.emplace_back("numeric inputs standardised: mean 0, sd 1 (by 1/n)");
  if (!constant.empty()) {
    inputs.description.push_back(
        (leave_first_level ? "constant, so 0 for all rows and of no use: " : "constant, so left as given: ") +
        join(constant));
  }
  return inputs;
}

}  // namespace g2t::program
