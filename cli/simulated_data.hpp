// Data drawn from the built-in models at parameters that are drawn first.
#pragma once

#include <g2t/core/types.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace g2t::cli {

struct SimulatedData {
  std::string model;
  std::vector<std::string> column_names;  ///< the response, y, first
  Matrix columns;                         ///< [rows x columns]
  std::vector<std::string> names;         ///< of the parameters, as a fit calls them
  Vector truth;
  std::string fit_options;  ///< what `fit` needs besides data and response, with a blank before each
};

/// Features N(0, 1), intercept and weights N(0, 1); y is 0 or 1.
[[nodiscard]] SimulatedData simulate_logistic(Index rows, Index features, std::uint64_t seed);

/// Features N(0, 1), weights and biases N(0, 1), noise of sd 0.3: the hierarchical prior at alpha = 1.
[[nodiscard]] SimulatedData simulate_network(Index rows, Index features, Index hidden_units, std::uint64_t seed);

/// A grouping column and how many levels it has.
struct GroupSize {
  std::string name;
  Index levels = 0;
};

/// Reads "eth=3,precinct=32".
/// @throws UsageError
[[nodiscard]] std::vector<GroupSize> parse_groups(const std::string& text);

/// Product of the numbers of levels.
[[nodiscard]] Index combination_count(const std::vector<GroupSize>& groups);

/// Mean log rate mu = 1, effects of sd 0.5; every combination of levels in turn.
/// @throws UsageError if there are fewer rows than combinations
[[nodiscard]] SimulatedData simulate_poisson(Index rows, const std::vector<GroupSize>& groups, std::uint64_t seed);

}  // namespace g2t::cli
