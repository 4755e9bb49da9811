// Arranges simulated data as columns; parameter names are the model's.
#include <g2t/program/models/simulate.hpp>

#include <utility>

namespace g2t {
namespace {

std::vector<std::string> input_names(Index inputs) {
  std::vector<std::string> names{"y"};
  for (Index j = 1; j <= inputs; ++j) names.push_back("x" + std::to_string(j));
  return names;
}

}  // namespace

SimulatedTable simulate_logistic_table(Index rows, Index features, std::uint64_t seed) {
  SimulatedLogistic simulated = simulate_logistic(rows, features, seed);
  const SparseRows& sparse = simulated.data.rows;
  SimulatedTable table;
  table.model = "logistic";
  table.column_names = input_names(features);
  table.columns = Matrix::Zero(rows, features + 1);
  for (Index row = 0; row < rows; ++row) {
    const std::size_t position = static_cast<std::size_t>(row);
    table.columns(row, 0) = simulated.data.positive[position];
    for (Index i = sparse.start[position]; i < sparse.start[position + 1]; ++i) {
      const std::size_t entry = static_cast<std::size_t>(i);
      table.columns(row, sparse.column[entry] + 1) = sparse.value[entry];
    }
  }
  table.truth = std::move(simulated.truth);
  table.names = make_logistic(std::move(simulated.data))->parameter_names();
  return table;
}

SimulatedTable simulate_poisson_table(const std::vector<GroupSize>& groups, Index rows, std::uint64_t seed) {
  std::vector<Index> level_counts;
  for (const GroupSize& group : groups) level_counts.push_back(group.levels);
  SimulatedPoisson simulated = simulate_poisson(level_counts, rows, seed, false);
  SimulatedTable table;
  table.model = "poisson";
  table.column_names = {"y"};
  table.columns.resize(rows, static_cast<Index>(groups.size()) + 1);
  for (Index row = 0; row < rows; ++row) table.columns(row, 0) = simulated.data.count[static_cast<std::size_t>(row)];
  for (std::size_t k = 0; k < groups.size(); ++k) {
    Grouping& grouping = simulated.data.groupings[k];
    grouping.name = groups[k].name;
    table.column_names.push_back(grouping.name);
    table.fit_options += (k == 0 ? " --groups " : ",") + grouping.name;
    for (Index row = 0; row < rows; ++row) {
      const Index level = grouping.level_of_row[static_cast<std::size_t>(row)] + 1;
      table.columns(row, static_cast<Index>(k) + 1) = static_cast<double>(level);
    }
  }
  table.truth = std::move(simulated.truth);
  table.names = make_poisson(std::move(simulated.data))->parameter_names();
  return table;
}

SimulatedTable simulate_network_table(Index rows, Index inputs, Index hidden_units, std::uint64_t seed) {
  NetworkOptions options;
  options.hidden_units = hidden_units;
  SimulatedNetwork simulated = simulate_network(rows, inputs, options, seed);
  SimulatedTable table;
  table.model = "bnn";
  table.column_names = input_names(inputs);
  table.columns.resize(rows, inputs + 1);
  table.columns.col(0) = simulated.data.response;
  table.columns.rightCols(inputs) = simulated.data.inputs;
  table.fit_options = " --hidden-units " + std::to_string(hidden_units);
  table.truth = std::move(simulated.truth);
  table.names = make_bayesian_neural_network(std::move(simulated.data), options)->parameter_names();
  return table;
}

}  // namespace g2t
