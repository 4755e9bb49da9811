// Data of any size with a known truth, for tests, demonstrations and benchmarks.
#include <algorithm>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/models/simulate.hpp>
#include <span>
#include <string>
#include <utility>

#include "models/network_likelihood.hpp"

namespace g2t {
namespace {

// Hands out streams of one seed, each a new one.
class Streams {
 public:
  explicit Streams(std::uint64_t seed) : seed_(seed) {}

  Vector normals(Index size) {
    Vector values(size);
    fill_normals(next(), std::span(values.data(), static_cast<std::size_t>(size)));
    return values;
  }
  Matrix normals(Index rows, Index columns) {
    Matrix values(rows, columns);
    fill_normals(next(), values);
    return values;
  }
  Vector uniforms(Index size) {
    Vector values(size);
    fill_uniforms(next(), std::span(values.data(), static_cast<std::size_t>(size)));
    return values;
  }

 private:
  StreamKey next() { return streams::simulation(seed_, ++last_); }

  std::uint64_t seed_;
  Index last_ = 0;
};

void require_positive(const char* function, const char* argument, Index value) {
  if (value < 1) throw InvalidArgument(function, argument, std::to_string(value), "must be positive");
}

// By inversion, the sum of parts whose rates are small enough for exp(-rate) not to vanish.
double poisson_variate(double rate, Streams& streams) {
  constexpr double kLargestPart = 500;
  const Index parts = std::max<Index>(1, static_cast<Index>(std::ceil(rate / kLargestPart)));
  const double part_rate = rate / static_cast<double>(parts);
  const Vector uniforms = streams.uniforms(parts);
  double sum = 0;
  for (Index part = 0; part < parts; ++part) {
    double count = 0;
    double probability = std::exp(-part_rate);
    double remaining = uniforms(part) - probability;
    while (remaining > 0 && probability > 0) {
      ++count;
      probability *= part_rate / count;
      remaining -= probability;
    }
    sum += count;
  }
  return sum;
}

}  // namespace

LogisticSimulation::LogisticSimulation(Index rows, Index features, std::uint64_t seed)
    : row_count_(rows), feature_count_(features), seed_(seed) {
  require_positive("simulate_logistic", "rows", rows);
  if (features < 0) {
    throw InvalidArgument("simulate_logistic", "features", std::to_string(features), "must not be negative");
  }
  truth_.resize(features + 1);
  fill_normals(streams::simulation(seed, 1), std::span(truth_.data(), static_cast<std::size_t>(truth_.size())));
  truth_.tail(features) /= std::sqrt(static_cast<double>(std::max<Index>(1, features)));
}

LogisticSimulation::Rows LogisticSimulation::rows(Index first, Index count) const {
  Rows out;
  out.inputs.resize(count, feature_count_);
  for (Index column = 0; column < feature_count_; ++column) {
    const std::span<double> part(out.inputs.col(column).data(), static_cast<std::size_t>(count));
    fill_normals(streams::simulation(seed_, 2), static_cast<std::uint64_t>(column * row_count_ + first), part);
  }
  Vector uniforms(count);
  fill_uniforms(streams::simulation(seed_, 3), static_cast<std::uint64_t>(first),
                std::span(uniforms.data(), static_cast<std::size_t>(count)));
  for (Index row = 0; row < count; ++row) {
    const double margin = truth_(0) + out.inputs.row(row).dot(truth_.tail(feature_count_));
    out.positive.push_back(uniforms(row) * (1 + std::exp(-margin)) < 1 ? 1 : 0);
  }
  return out;
}

SimulatedLogistic simulate_logistic(Index rows, Index features, std::uint64_t seed) {
  const LogisticSimulation simulation(rows, features, seed);
  LogisticSimulation::Rows made = simulation.rows(0, rows);
  SimulatedLogistic simulated;
  simulated.truth = simulation.truth();
  simulated.data.positive = std::move(made.positive);
  SparseRows& sparse = simulated.data.rows;
  sparse.columns = features;
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < features; ++column) {
      sparse.column.push_back(static_cast<std::int32_t>(column));
      sparse.value.push_back(made.inputs(row, column));
    }
    sparse.start.push_back(static_cast<Index>(sparse.column.size()));
  }
  return simulated;
}

SimulatedPoisson simulate_poisson(const std::vector<Index>& level_counts, Index rows, std::uint64_t seed,
                                  bool has_exposure) {
  require_positive("simulate_poisson", "rows", rows);
  Index dimension = 1 + static_cast<Index>(level_counts.size());
  for (const Index levels : level_counts) {
    require_positive("simulate_poisson", "level_counts", levels);
    dimension += levels;
  }
  Streams streams(seed);
  SimulatedPoisson simulated;
  Vector& truth = simulated.truth = streams.normals(dimension);
  truth(0) = 1;
  Vector log_rate = Vector::Constant(rows, truth(0));
  if (has_exposure) {
    const Vector log_exposure = 0.5 * streams.normals(rows);
    simulated.data.log_exposure.assign(log_exposure.begin(), log_exposure.end());
    log_rate += log_exposure;
  }
  Index combinations = 1;  // of the groupings before, while fewer than rows
  Index first = 1 + static_cast<Index>(level_counts.size());
  for (std::size_t k = 0; k < level_counts.size(); ++k) {
    const Index log_scale = 1 + static_cast<Index>(k);
    truth(log_scale) = -0.7 + 0.3 * truth(log_scale);
    truth.segment(first, level_counts[k]) *= std::exp(truth(log_scale));
    Grouping grouping;
    grouping.name = "G" + std::to_string(k + 1);
    for (Index level = 1; level <= level_counts[k]; ++level) grouping.levels.push_back(std::to_string(level));
    for (Index row = 0; row < rows; ++row) {
      const Index level = row / combinations % level_counts[k];
      grouping.level_of_row.push_back(level);
      log_rate(row) += truth(first + level);
    }
    first += level_counts[k];
    combinations = combinations > rows / level_counts[k] ? rows : combinations * level_counts[k];
    simulated.data.groupings.push_back(grouping);
  }
  for (Index row = 0; row < rows; ++row) {
    simulated.data.count.push_back(poisson_variate(std::exp(log_rate(row)), streams));
  }
  return simulated;
}

SimulatedNetwork simulate_network(Index rows, Index inputs, const NetworkOptions& options, std::uint64_t seed) {
  require_positive("simulate_network", "rows", rows);
  require_positive("simulate_network", "inputs", inputs);
  require_positive("simulate_network", "hidden_units", options.hidden_units);
  constexpr double kNoise = 0.3;
  const NetworkLayout layout{.inputs = inputs, .hidden = options.hidden_units, .has_scale = options.hierarchical};
  Streams streams(seed);
  SimulatedNetwork simulated;
  simulated.options = options;
  Vector& truth = simulated.truth = streams.normals(layout.dimension());
  truth.head(layout.output_weight()) /= std::sqrt(static_cast<double>(inputs));
  truth.segment(layout.output_weight(), layout.hidden) /= std::sqrt(static_cast<double>(layout.hidden));
  if (layout.has_scale) {
    const Index network_size = layout.output_bias() + 1;
    truth(network_size) = 0.5 * std::log(truth.head(network_size).squaredNorm() / static_cast<double>(network_size));
  }
  truth(layout.log_noise()) = std::log(kNoise);

  simulated.data.inputs = streams.normals(rows, inputs);
  Matrix activation = layout.weights(truth) * simulated.data.inputs.transpose();
  activation.colwise() += truth.segment(layout.hidden_bias(), layout.hidden);
  simulated.data.response = activation.cwiseMax(0.0).transpose() * truth.segment(layout.output_weight(), layout.hidden);
  simulated.data.response.array() += truth(layout.output_bias());
  simulated.data.response += kNoise * streams.normals(rows);
  return simulated;
}

}  // namespace g2t
