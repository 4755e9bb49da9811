// Data of any size with a known truth, for tests, demonstrations and benchmarks.
#pragma once

#include <cstdint>
#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <vector>

namespace g2t {

struct SimulatedLogistic {
  LogisticData data;
  Vector truth;  ///< in the order of the model's parameters, as below
};

struct SimulatedPoisson {
  PoissonData data;
  Vector truth;
};

struct SimulatedNetwork {
  NetworkData data;
  NetworkOptions options;
  Vector truth;
};

/// Rows [first, first + count) of simulate_logistic(), made when they are asked for.
class LogisticSimulation {
 public:
  /// @throws InvalidArgument as simulate_logistic()
  LogisticSimulation(Index rows, Index features, std::uint64_t seed);

  [[nodiscard]] const Vector& truth() const { return truth_; }
  struct Rows {
    Matrix inputs;   ///< [count x features]
    Flags positive;  ///< [count]
  };
  /// @pre 0 <= first, 0 <= count, and first + count is not above the number of rows
  [[nodiscard]] Rows rows(Index first, Index count) const;

 private:
  Index row_count_, feature_count_;
  std::uint64_t seed_;
  Vector truth_;
};

/// Standard normal features, an intercept and weights N(0, 1/features), so that margins are of size 1.
/// The same seed gives the same data anywhere.
/// @throws InvalidArgument if rows < 1 or features < 0
SimulatedLogistic simulate_logistic(Index rows, Index features, std::uint64_t seed);

/// Rows on every combination of levels in turn (groupings G1, G2, ..., the first one fastest; levels 1, 2, ...),
/// log exposures N(0, 0.5^2) unless there are none, mu = 1, log sigma N(-0.7, 0.3^2), effects N(0, sigma^2).
/// @throws InvalidArgument if rows or a level count is < 1
SimulatedPoisson simulate_poisson(const std::vector<Index>& level_counts, Index rows, std::uint64_t seed,
                                  bool has_exposure = true);

/// Standard normal inputs; hidden weights and biases N(0, 1/inputs), output weights N(0, 1/hidden units), noise 0.3.
/// The truth has log_alpha = log of the weights' root mean square, if hierarchical.
/// @throws InvalidArgument if rows, inputs or hidden units are < 1
SimulatedNetwork simulate_network(Index rows, Index inputs, const NetworkOptions& options, std::uint64_t seed);

}  // namespace g2t
