// Simulated data as a table that a fit can read, with the truth under the names that the fit will use.
#pragma once

#include <g2t/models/simulate.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace g2t {

struct SimulatedTable {
  std::string model;
  std::vector<std::string> column_names;  ///< the response, y, first
  Index row_count = 0;
  std::function<Matrix(Index first, Index count)> rows;  ///< [count x columns], some of the rows; safe in threads
  std::vector<std::string> names;         ///< of the parameters, as the model calls them
  Vector truth;                           ///< the parameters' values
  std::string fit_options;                ///< what `g2t fit` needs besides data and response, a blank before each
};

/// A grouping column and how many levels it has.
struct GroupSize {
  std::string name;
  Index levels = 0;
};

/// simulate_logistic(), rows made when they are asked for: columns y (0 or 1), x1, x2, ...
SimulatedTable simulate_logistic_table(Index rows, Index features, std::uint64_t seed);

/// simulate_poisson() without exposures: columns y and the groups, whose levels are 1, 2, ...
SimulatedTable simulate_poisson_table(const std::vector<GroupSize>& groups, Index rows, std::uint64_t seed);

/// simulate_network() with the hierarchical prior: columns y, x1, x2, ...
SimulatedTable simulate_network_table(Index rows, Index inputs, Index hidden_units, std::uint64_t seed);

}  // namespace g2t
