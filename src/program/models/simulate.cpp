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

void set_rows(SimulatedTable& table, Matrix columns) {
  table.row_count = columns.rows();
  table.rows = [all = std::move(columns)](Index first, Index count) -> Matrix { return all.middleRows(first, count); };
}

}  // namespace

SimulatedTable simulate_logistic_table(Index rows, Index features, std::uint64_t seed) {
  const LogisticSimulation simulation(rows, features, seed);
  SimulatedTable table;
  table.model = "logistic";
  table.column_names = input_names(features);
  table.row_count = rows;
  table.rows = [simulation](Index first, Index count) {
    const LogisticSimulation::Rows made = simulation.rows(first, count);
    Matrix columns(count, made.inputs.cols() + 1);
    for (Index row = 0; row < count; ++row) columns(row, 0) = made.positive[static_cast<std::size_t>(row)];
    columns.rightCols(made.inputs.cols()) = made.inputs;
    return columns;
  };
  table.truth = simulation.truth();
  LogisticData one_row;  // for the names
  one_row.rows.columns = features;
  one_row.rows.start.push_back(0);
  one_row.positive.push_back(1);
  table.names = make_logistic(std::move(one_row))->parameter_names();
  return table;
}

SimulatedTable simulate_poisson_table(const std::vector<GroupSize>& groups, Index rows, std::uint64_t seed) {
  std::vector<Index> level_counts;
  for (const GroupSize& group : groups) level_counts.push_back(group.levels);
  SimulatedPoisson simulated = simulate_poisson(level_counts, rows, seed, false);
  SimulatedTable table;
  table.model = "poisson";
  table.column_names = {"y"};
  Matrix columns(rows, static_cast<Index>(groups.size()) + 1);
  for (Index row = 0; row < rows; ++row) columns(row, 0) = simulated.data.count[static_cast<std::size_t>(row)];
  for (std::size_t k = 0; k < groups.size(); ++k) {
    Grouping& grouping = simulated.data.groupings[k];
    grouping.name = groups[k].name;
    table.column_names.push_back(grouping.name);
    table.fit_options += (k == 0 ? " --groups " : ",") + grouping.name;
    for (Index row = 0; row < rows; ++row) {
      const Index level = grouping.level_of_row[static_cast<std::size_t>(row)] + 1;
      columns(row, static_cast<Index>(k) + 1) = static_cast<double>(level);
    }
  }
  set_rows(table, std::move(columns));
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
  Matrix columns(rows, inputs + 1);
  columns.col(0) = simulated.data.response;
  columns.rightCols(inputs) = simulated.data.inputs;
  set_rows(table, std::move(columns));
  table.fit_options = " --hidden-units " + std::to_string(hidden_units);
  table.truth = std::move(simulated.truth);
  table.names = make_bayesian_neural_network(std::move(simulated.data), options)->parameter_names();
  return table;
}

}  // namespace g2t
