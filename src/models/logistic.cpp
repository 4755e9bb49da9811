// Bayesian logistic regression with independent normal priors.
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/logistic.hpp>
#include <limits>
#include <string>
#include <utility>

#include "models/data_checks.hpp"
#include "models/logistic_likelihood.hpp"

namespace g2t {
namespace {

[[noreturn]] void reject_logistic(const std::string& argument, const std::string& value, const std::string& reason) {
  throw InvalidArgument("make_logistic", argument, value, reason);
}

void check_sizes(const LogisticData& data) {
  const SparseRows& rows = data.rows;
  if (rows.columns < 0 || rows.columns >= std::numeric_limits<std::int32_t>::max()) {
    reject_logistic("rows.columns", std::to_string(rows.columns), "must be from 0 to 2^31 - 2");
  }
  if (rows.columns == 0 && !data.intercept) reject_logistic("rows.columns", "0", "there is no parameter");
  if (rows.start.size() < 2)
    reject_logistic("rows.start", std::to_string(rows.start.size()) + " entries", "there is no row");
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
  if (static_cast<Index>(data.positive.size()) != rows.rows()) {
    reject_logistic("positive", std::to_string(data.positive.size()) + " labels",
                    std::to_string(rows.rows()) + " rows");
  }
  if (!data.feature_names.empty() && static_cast<Index>(data.feature_names.size()) != rows.columns) {
    reject_logistic("feature_names", std::to_string(data.feature_names.size()) + " names",
                    std::to_string(rows.columns) + " columns");
  }
}

void check_entries(const SparseRows& rows) {
  std::vector<Index> last_row(static_cast<std::size_t>(rows.columns), -1);
  for (Index row = 0; row < rows.rows(); ++row) {
    const std::string place = " in row " + std::to_string(row + 1);
    for (Index k = rows.start[static_cast<std::size_t>(row)]; k < rows.start[static_cast<std::size_t>(row) + 1]; ++k) {
      const std::int32_t column = rows.column[static_cast<std::size_t>(k)];
      const double value = rows.value[static_cast<std::size_t>(k)];
      if (column < 0 || column >= rows.columns) {
        reject_logistic("rows.column", std::to_string(column),
                        "there are " + std::to_string(rows.columns) + " columns, from 0;" + place);
      }
      if (std::exchange(last_row[static_cast<std::size_t>(column)], row) == row) {
        reject_logistic("rows.column", std::to_string(column), "occurs twice" + place);
      }
      if (!std::isfinite(value)) reject_logistic("rows.value", std::to_string(value), "must be finite;" + place);
    }
  }
}

std::vector<std::string> names_of(const LogisticData& data) {
  std::vector<std::string> names;
  if (data.intercept) names.emplace_back("intercept");
  for (Index column = 0; column < data.rows.columns; ++column) {
    names.push_back(data.feature_names.empty() ? "x" + std::to_string(column + 1)
                                               : data.feature_names[static_cast<std::size_t>(column)]);
  }
  return names;
}

}  // namespace

namespace models {

void check_data(const LogisticData& data) {
  check_sizes(data);
  check_entries(data.rows);
}

}  // namespace models

std::unique_ptr<Model> make_logistic(LogisticData data, double prior_scale, const LikelihoodExchange& exchange) {
  models::check_data(data);
  std::unique_ptr<Likelihood> likelihood = std::make_unique<LogisticLikelihood>(data);
  if (exchange) likelihood = exchange(std::move(likelihood));
  const NormalBlock all{.first = 0, .size = likelihood->dimension(), .scale = prior_scale};
  return make_posterior(std::move(likelihood), NormalPrior(names_of(data), {all}));
}

}  // namespace g2t
