// Small simulated models, and the paper's as the presets load them.
#include "models/data.hpp"

#include <filesystem>
#include <g2t/program/options/default_options.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/models/normal_prior.hpp>
#include <g2t/models/simulate.hpp>
#include <map>
#include <support/files.hpp>

namespace g2t::test {
namespace {

SimulatedLogistic sparse_logistic() {
  SimulatedLogistic simulated = simulate_logistic(13, 4, 3);
  SparseRows sparse;
  sparse.columns = 4;
  for (Index row = 0; row < 13; ++row) {
    for (std::int32_t column = 3; column >= 0; --column) {  // unsorted on purpose
      if ((row + column) % 3 == 0) continue;
      sparse.column.push_back(column);
      sparse.value.push_back(1);
    }
    sparse.start.push_back(static_cast<Index>(sparse.column.size()));
  }
  simulated.data.rows = sparse;
  simulated.data.intercept = false;
  return simulated;
}

// Columns of ones: two that a row has one of, three of which it has one or none, and a frequent one.
LogisticData one_hot_logistic() {
  LogisticData data = simulate_logistic(17, 6, 4).data;
  data.rows = SparseRows();
  data.rows.columns = 6;
  for (std::int32_t row = 0; row < 17; ++row) {
    std::vector<std::int32_t> columns{row % 3 == 0 ? 1 : 0};
    if (row % 4 != 0) columns.push_back(2 + row % 5 % 3);
    if (row % 6 != 5) columns.push_back(5);
    data.rows.column.insert(data.rows.column.end(), columns.begin(), columns.end());
    data.rows.start.push_back(static_cast<Index>(data.rows.column.size()));
  }
  data.rows.value.assign(data.rows.column.size(), 1);
  return data;
}

// Two values in a row of five.
LogisticData sparse_logistic_values() {
  LogisticData data = simulate_logistic(12, 5, 6).data;
  const std::vector<double> values = data.rows.value;
  data.rows = SparseRows();
  data.rows.columns = 5;
  for (std::int32_t row = 0; row < 12; ++row) {
    for (const std::int32_t column : {row % 5, (row + 2) % 5}) {
      data.rows.column.push_back(column);
      data.rows.value.push_back(values[static_cast<std::size_t>(5 * row + column)]);
    }
    data.rows.start.push_back(static_cast<Index>(data.rows.column.size()));
  }
  return data;
}

PoissonData without_exposure(PoissonData data) {
  data.log_exposure.clear();
  return data;
}

NamedModel network(const std::string& name, Index rows, Index inputs, Index hidden, bool hierarchical) {
  const NetworkOptions options{.hidden_units = hidden, .hierarchical = hierarchical, .prior_scale = {}};
  return {name, make_bayesian_neural_network(simulate_network(rows, inputs, options, 5).data, options)};
}

}  // namespace

const std::vector<NamedModel>& small_models() {
  static const std::vector<NamedModel> models = [] {
    std::vector<NamedModel> all;
    all.push_back({"logistic", make_logistic(simulate_logistic(11, 3, 1).data, 2)});
    all.push_back({"logistic_ones_without_intercept", make_logistic(sparse_logistic().data)});
    all.push_back({"logistic_intercept_only", make_logistic(simulate_logistic(9, 0, 2).data)});
    all.push_back({"logistic_one_hot", make_logistic(one_hot_logistic())});
    all.push_back({"logistic_sparse_values", make_logistic(sparse_logistic_values())});
    all.push_back({"poisson", make_poisson(simulate_poisson({2, 3}, 12, 1).data)});
    all.push_back({"poisson_no_grouping", make_poisson(simulate_poisson({}, 5, 2).data)});
    all.push_back({"poisson_one_grouping", make_poisson(without_exposure(simulate_poisson({3}, 7, 3).data), 3)});
    all.push_back({"poisson_three_groupings", make_poisson(simulate_poisson({2, 1, 2}, 10, 4).data)});
    all.push_back(network("network", 9, 5, 3, true));
    all.push_back(network("network_fixed_prior", 6, 2, 2, false));
    all.push_back(network("network_width_one", 4, 1, 1, true));
    all.push_back(network("network_of_whole_tiles_and_more", 61, 13, 7, false));
    all.push_back({"normal_prior", std::make_shared<NormalPrior>(std::vector<std::string>{"a", "b", "c", "d", "e", "f"},
                                                                 std::vector<NormalBlock>{{2, 2, 0.7, -0.4}, {0, 1, 2}},
                                                                 std::vector<GroupBlock>{{4, 2, 2}, {1, 1, 3}})});
    return all;
  }();
  return models;
}

std::shared_ptr<const Model> paper_model(const std::string& name) {
  static const std::map<std::string, std::pair<std::string, std::string>> presets = {
      {"logistic_a1a", {"paper:a1a", "a1a"}},
      {"logistic_mushrooms", {"paper:mushrooms", "mushrooms"}},
      {"hierarchical_poisson_frisk", {"paper:frisk", "frisk_with_noise.dat"}},
      {"bnn_a", {"paper:bnn-a", "winequality-red.csv"}},
      {"bnn_b", {"paper:bnn-b", "winequality-red.csv"}}};
  const auto& [preset, file] = presets.at(name);
  const std::string path = testing::data_path(file);
  if (path.empty()) return nullptr;
  ModelOptions options = default_options(preset).model;
  options.data_dir = std::filesystem::path(path).parent_path().string();
  return load_model(options).model;
}

}  // namespace g2t::test
