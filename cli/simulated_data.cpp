#include "simulated_data.hpp"

#include "errors.hpp"

#include <g2t/core/random.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>

namespace g2t::cli {
namespace {

enum Stream : std::uint64_t { kTruth, kFeatures, kNoise };

Matrix normals(std::uint64_t seed, Stream stream, Index rows, Index columns) {
  Matrix out(rows, columns);
  fill_normals({seed, Purpose::Simulation, stream}, out);
  return out;
}

Vector uniforms(std::uint64_t seed, Index count) {
  Vector out(count);
  fill_uniforms({seed, Purpose::Simulation, kNoise}, {out.data(), static_cast<std::size_t>(count)});
  return out;
}

/// Columns y, x1, x2, ... with the features filled in.
void add_features(SimulatedData& data, Index rows, Index features, std::uint64_t seed) {
  data.columns.resize(rows, features + 1);
  data.columns.rightCols(features) = normals(seed, kFeatures, rows, features);
  data.column_names = {"y"};
  for (Index j = 1; j <= features; ++j) data.column_names.push_back(fmt::format("x{}", j));
}

/// The smallest count whose cumulative probability reaches u.
double poisson_quantile(double rate, double u) {
  double count = 0, probability = std::exp(-rate), cumulative = probability;
  while (cumulative < u && (probability > 0 || count < rate)) {
    count += 1;
    probability *= rate / count;
    cumulative += probability;
  }
  return count;
}

}  // namespace

SimulatedData simulate_logistic(Index rows, Index features, std::uint64_t seed) {
  SimulatedData data;
  data.model = "logistic";
  add_features(data, rows, features, seed);
  data.names = {"intercept"};
  data.names.insert(data.names.end(), data.column_names.begin() + 1, data.column_names.end());
  data.truth = normals(seed, kTruth, features + 1, 1);
  const Vector margins = (data.columns.rightCols(features) * data.truth.tail(features)).array() + data.truth[0];
  const Vector u = uniforms(seed, rows);
  for (Index i = 0; i < rows; ++i) data.columns(i, 0) = u[i] * (1 + std::exp(-margins[i])) <= 1 ? 1 : 0;
  return data;
}

SimulatedData simulate_network(Index rows, Index features, Index hidden_units, std::uint64_t seed) {
  constexpr double kLogTau = -1.2;  // an sd of 0.3
  SimulatedData data;
  data.model = "bnn";
  data.fit_options = fmt::format(" --hidden-units {}", hidden_units);
  add_features(data, rows, features, seed);
  const Index weight_count = features * hidden_units;
  for (Index j = 1; j <= features; ++j)
    for (Index h = 1; h <= hidden_units; ++h) data.names.push_back(fmt::format("hidden.weight.x{}.{}", j, h));
  for (Index h = 1; h <= hidden_units; ++h) data.names.push_back(fmt::format("hidden.bias.{}", h));
  for (Index h = 1; h <= hidden_units; ++h) data.names.push_back(fmt::format("output.weight.{}", h));
  data.names.insert(data.names.end(), {"output.bias", "log_alpha", "log_tau"});

  const Index dimension = weight_count + 2 * hidden_units + 3;
  data.truth = normals(seed, kTruth, dimension, 1);
  data.truth.tail(2) << 0, kLogTau;
  const Matrix weights = data.truth.head(weight_count).reshaped(hidden_units, features);
  const Vector biases = data.truth.segment(weight_count, hidden_units);
  const Vector outputs = data.truth.segment(weight_count + hidden_units, hidden_units);
  const Matrix inner = (data.columns.rightCols(features) * weights.transpose()).rowwise() + biases.transpose();
  data.columns.col(0) = (inner.cwiseMax(0.0) * outputs).array() + data.truth[dimension - 3];
  data.columns.col(0) += std::exp(kLogTau) * normals(seed, kNoise, rows, 1);
  return data;
}

std::vector<GroupSize> parse_groups(const std::string& text) {
  const auto refuse = [&](const std::string& reason) {
    throw UsageError(fmt::format("--groups = '{}': {}, as in eth=3,precinct=32", text, reason));
  };
  std::vector<GroupSize> groups;
  std::set<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size()), equals = text.find('=', begin);
    if (equals >= end || equals == begin) refuse("NAME=LEVELS is needed");
    GroupSize group{text.substr(begin, equals - begin), 0};
    const auto [stopped, fault] = std::from_chars(text.data() + equals + 1, text.data() + end, group.levels);
    if (fault != std::errc{} || stopped != text.data() + end || group.levels < 1 || group.levels > 1000000)
      refuse("the number of levels must be a whole number from 1 on");
    if (!names.insert(group.name).second || group.name == "y")
      refuse("each name may occur once, and y is the response");
    groups.push_back(group);
    begin = end + 1;
  }
  return groups;
}

Index combination_count(const std::vector<GroupSize>& groups) {
  Index product = 1;
  for (const GroupSize& group : groups)
    if (__builtin_mul_overflow(product, group.levels, &product)) throw UsageError("--groups: too many combinations");
  return product;
}

SimulatedData simulate_poisson(Index rows, const std::vector<GroupSize>& groups, std::uint64_t seed) {
  constexpr double kMu = 1, kLogSigma = -0.7;  // an sd of 0.5
  if (const Index combinations = combination_count(groups); rows < combinations)
    throw UsageError(
        fmt::format("--rows = {}: these groups have {} combinations, and each needs a row", rows, combinations));
  const Index group_count = static_cast<Index>(groups.size());
  SimulatedData data;
  data.model = "poisson";
  data.column_names = {"y"};
  data.names = {"mu"};
  for (const GroupSize& group : groups) {
    data.column_names.push_back(group.name);
    data.names.push_back("log_sigma." + group.name);
    data.fit_options += (data.fit_options.empty() ? " --groups " : ",") + group.name;
  }
  std::vector<Index> first;  // parameter of each group's first level
  for (const GroupSize& group : groups) {
    first.push_back(static_cast<Index>(data.names.size()));
    for (Index level = 1; level <= group.levels; ++level) data.names.push_back(fmt::format("{}.{}", group.name, level));
  }

  const Index dimension = static_cast<Index>(data.names.size());
  data.truth = std::exp(kLogSigma) * normals(seed, kTruth, dimension, 1);
  data.truth.head(group_count + 1).setConstant(kLogSigma);
  data.truth[0] = kMu;
  data.columns.resize(rows, group_count + 1);
  const Vector u = uniforms(seed, rows);
  for (Index i = 0; i < rows; ++i) {
    double log_rate = kMu;
    Index rest = i;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Index level = rest % groups[g].levels;
      rest /= groups[g].levels;
      data.columns(i, static_cast<Index>(g) + 1) = static_cast<double>(level + 1);
      log_rate += data.truth[first[g] + level];
    }
    data.columns(i, 0) = poisson_quantile(std::exp(log_rate), u[i]);
  }
  return data;
}

}  // namespace g2t::cli
