// Bayesian logistic regression with independent normal priors.
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/logistic.hpp>
#include <limits>
#include <string>
#include <utility>

#include "models/data_checks.hpp"

namespace g2t {
namespace {

[[noreturn]] void reject_logistic(const std::string& argument, const std::string& value, const std::string& reason) {
  throw InvalidArgument("make_logistic", argument, value, reason);
}

void check_sizes(const SparseRows& rows, const Flags& positive) {
  if (rows.start.empty()) reject_logistic("rows.start", "0 entries", "must begin with 0");
  if (rows.start.front() != 0) reject_logistic("rows.start[0]", std::to_string(rows.start.front()), "must be 0");
  for (std::size_t row = 1; row < rows.start.size(); ++row) {
    if (rows.start[row] < rows.start[row - 1]) {
      reject_logistic("rows.start[" + std::to_string(row) + "]", std::to_string(rows.start[row]),
                      "is below the one before");
    }
  }
  const std::size_t entries = static_cast<std::size_t>(rows.start.back());
  if (rows.column.size() != entries) {
    reject_logistic("rows.column", std::to_string(rows.column.size()) + " entries",
                    "rows.start says " + std::to_string(entries));
  }
  if (rows.value.size() != entries) {
    reject_logistic("rows.value", std::to_string(rows.value.size()) + " entries",
                    "rows.start says " + std::to_string(entries));
  }
  if (static_cast<Index>(positive.size()) != rows.rows())
    reject_logistic("positive", std::to_string(positive.size()) + " labels", std::to_string(rows.rows()) + " rows");
}

void check_entries(const SparseRows& rows, Index first) {
  std::vector<Index> last_row(static_cast<std::size_t>(rows.columns), -1);
  for (Index row = 0; row < rows.rows(); ++row) {
    const auto reject = [&](const std::string& argument, const std::string& value, const std::string& reason) {
      reject_logistic(argument, value, reason + " in row " + std::to_string(first + row + 1));
    };
    for (Index k = rows.start[static_cast<std::size_t>(row)]; k < rows.start[static_cast<std::size_t>(row) + 1]; ++k) {
      const std::int32_t column = rows.column[static_cast<std::size_t>(k)];
      const double value = rows.value[static_cast<std::size_t>(k)];
      if (column < 0 || column >= rows.columns) {
        reject("rows.column", std::to_string(column), "there are " + std::to_string(rows.columns) + " columns, from 0;");
      }
      if (std::exchange(last_row[static_cast<std::size_t>(column)], row) == row)
        reject("rows.column", std::to_string(column), "occurs twice");
      if (!std::isfinite(value)) reject("rows.value", std::to_string(value), "must be finite;");
    }
  }
}

void check_but_rows(const LogisticData& data) {
  models::check_columns(data.rows.columns, data.rows.columns, data.intercept, data.feature_names);
  if (data.rows.start.size() < 2)
    reject_logistic("rows.start", std::to_string(data.rows.start.size()) + " entries", "there is no row");
}

}  // namespace

namespace models {

void check_columns(Index columns, Index least, bool intercept, const std::vector<std::string>& feature_names) {
  if (columns < 0 || columns >= std::numeric_limits<std::int32_t>::max())
    reject_logistic("rows.columns", std::to_string(columns), "must be from 0 to 2^31 - 2");
  if (columns == 0 && !intercept) reject_logistic("rows.columns", "0", "there is no parameter");
  if (columns < least) {
    reject_logistic("columns", std::to_string(columns), "the rows have " + std::to_string(least));
  }
  if (!feature_names.empty() && static_cast<Index>(feature_names.size()) != columns) {
    reject_logistic("feature_names", std::to_string(feature_names.size()) + " names",
                    std::to_string(columns) + " columns");
  }
}

void check_part(const SparseRows& rows, const Flags& positive, Index first) {
  check_sizes(rows, positive);
  check_entries(rows, first);
}

void check_data(const LogisticData& data) {
  check_but_rows(data);
  check_part(data.rows, data.positive);
}

std::vector<std::string> names_of(Index columns, bool intercept, const std::vector<std::string>& feature_names) {
  std::vector<std::string> names;
  if (intercept) names.emplace_back("intercept");
  for (Index column = 0; column < columns; ++column) {
    names.push_back(feature_names.empty() ? "x" + std::to_string(column + 1)
                                          : feature_names[static_cast<std::size_t>(column)]);
  }
  return names;
}

}  // namespace models

std::unique_ptr<Model> make_logistic(LogisticData data, double prior_scale, const LikelihoodExchange& exchange) {
  check_but_rows(data);
  LogisticParts parts(data.intercept);
  parts.add(data.rows, data.positive);
  return make_logistic(std::move(parts), data.rows.columns, std::move(data.feature_names), prior_scale, exchange);
}

}  // namespace g2t
