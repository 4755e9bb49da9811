// Hierarchical Poisson regression on crossed groups.
#include <fmt/format.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/poisson.hpp>
#include <limits>
#include <utility>

#include "models/data_checks.hpp"
#include "models/likelihood_sum.hpp"
#include "models/poisson_likelihood.hpp"
#include "models/row_parts.hpp"

namespace g2t {
namespace {

[[noreturn]] void reject_poisson(const std::string& argument, const std::string& value, const std::string& reason) {
  throw InvalidArgument("make_poisson", argument, value, reason);
}

void check_rows(const PoissonData& data) {
  if (data.count.empty()) reject_poisson("count", "empty", "there is no row");
  constexpr double kLargest = 9007199254740992.0;  // 2^53: beyond it doubles do not hold every whole number
  for (std::size_t row = 0; row < data.count.size(); ++row) {
    const double count = data.count[row];
    const std::string place = fmt::format("count[{}]", row);
    if (!std::isfinite(count)) reject_poisson(place, fmt::format("{}", count), "must be finite");
    if (count < 0) reject_poisson(place, fmt::format("{}", count), "must not be negative");
    if (count != std::floor(count)) reject_poisson(place, fmt::format("{}", count), "must be a whole number");
    if (count > kLargest) reject_poisson(place, fmt::format("{}", count), "must be at most 2^53");
  }
  if (!data.log_exposure.empty() && data.log_exposure.size() != data.count.size()) {
    reject_poisson("log_exposure", fmt::format("{} values", data.log_exposure.size()),
                   fmt::format("{} counts", data.count.size()));
  }
  for (std::size_t row = 0; row < data.log_exposure.size(); ++row) {
    if (!std::isfinite(data.log_exposure[row])) {
      reject_poisson(fmt::format("log_exposure[{}]", row), fmt::format("{}", data.log_exposure[row]),
                     "must be finite (an exposure is positive)");
    }
  }
}

void check_grouping(const Grouping& grouping, std::size_t row_count) {
  const std::size_t level_count = grouping.levels.size();
  if (grouping.level_of_row.size() != row_count) {
    reject_poisson("grouping " + grouping.name, fmt::format("{} rows", grouping.level_of_row.size()),
                   fmt::format("{} counts", row_count));
  }
  for (std::size_t row = 0; row < row_count; ++row) {
    const Index level = grouping.level_of_row[row];
    if (level < 0 || level >= static_cast<Index>(level_count)) {
      reject_poisson(fmt::format("grouping {}, level_of_row[{}]", grouping.name, row), fmt::format("{}", level),
                     fmt::format("there are {} levels, from 0", level_count));
    }
  }
}

PoissonData rows_of(const RowPart& part, const PoissonData& data) {
  PoissonData out;
  for (const Grouping& grouping : data.groupings) out.groupings.push_back({grouping.name, grouping.levels, {}});
  for (Index k = 0; k < part.count; ++k) {
    const std::size_t row = static_cast<std::size_t>(part.first + k * part.stride);
    out.count.push_back(data.count[row]);
    if (!data.log_exposure.empty()) out.log_exposure.push_back(data.log_exposure[row]);
    for (std::size_t g = 0; g < data.groupings.size(); ++g)
      out.groupings[g].level_of_row.push_back(data.groupings[g].level_of_row[row]);
  }
  return out;
}

std::unique_ptr<Likelihood> likelihood_of(const PoissonData& data, Index parameters) {
  constexpr double kExponential = 8;  // in multiplications
  const double work = kExponential + static_cast<double>(data.groupings.size());
  const RowParts rows = split_rows(static_cast<Index>(data.count.size()), work, parameters);
  if (rows.parts.size() == 1) return std::make_unique<PoissonLikelihood>(data);
  std::vector<LikelihoodPart> parts;
  for (const RowPart& part : rows.parts)
    parts.push_back({std::make_shared<PoissonLikelihood>(rows_of(part, data)), part.count});
  return std::make_unique<LikelihoodSum>(std::move(parts), rows.stripes);
}

}  // namespace

namespace models {

void check_data(const PoissonData& data) {
  check_rows(data);
  for (const Grouping& grouping : data.groupings) check_grouping(grouping, data.count.size());
}

}  // namespace models

std::unique_ptr<Model> make_poisson(PoissonData data, double prior_scale, const LikelihoodExchange& exchange) {
  models::check_data(data);
  std::vector<std::string> names{"mu"};
  for (const Grouping& grouping : data.groupings) {
    names.push_back("log_sigma." + grouping.name);
  }
  std::vector<GroupBlock> groups;
  for (std::size_t k = 0; k < data.groupings.size(); ++k) {
    const Grouping& grouping = data.groupings[k];
    groups.push_back({.first = static_cast<Index>(names.size()),
                      .size = static_cast<Index>(grouping.levels.size()),
                      .log_scale = 1 + static_cast<Index>(k)});
    for (const std::string& level : grouping.levels) names.push_back(grouping.name + "." + level);
  }
  if (names.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    reject_poisson("groupings", fmt::format("{} parameters", names.size()), "too many");
  }
  const NormalBlock top{.first = 0, .size = 1 + static_cast<Index>(groups.size()), .scale = prior_scale};
  std::unique_ptr<Likelihood> likelihood = likelihood_of(data, static_cast<Index>(names.size()));
  if (exchange) likelihood = exchange(std::move(likelihood));
  return make_posterior(std::move(likelihood), NormalPrior(std::move(names), {top}, std::move(groups)));
}

}  // namespace g2t
