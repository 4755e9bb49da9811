// Readers of the data sets that are just enough for these tests, and the models made from them.
#include "models/data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <g2t/models/normal_prior.hpp>
#include <g2t/models/simulate.hpp>
#include <set>
#include <sstream>

namespace g2t::test {
namespace {

std::vector<double> read_numbers(const std::string& path) {
  std::ifstream file(path);
  std::vector<double> numbers;
  for (double x = 0; file >> x;) numbers.push_back(x);
  return numbers;
}

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

PoissonData without_exposure(PoissonData data) {
  data.log_exposure.clear();
  return data;
}

NamedModel network(const std::string& name, Index rows, Index inputs, Index hidden, bool hierarchical) {
  const NetworkOptions options{.hidden_units = hidden, .hierarchical = hierarchical, .prior_scale = {}};
  return {name, make_bayesian_neural_network(simulate_network(rows, inputs, options, 5).data, options)};
}

}  // namespace

std::optional<std::string> data_file(const std::string& name) {
  std::vector<std::string> folders;
  if (const char* folder = std::getenv("G2T_DATA_DIR")) folders.emplace_back(folder);
  if (const char* folder = std::getenv("G2T_SHARED_DIR")) folders.push_back(std::string(folder) + "/data");
  folders.emplace_back(G2T_SOURCE_DIR "/../shared/data");
  for (const std::string& folder : folders) {
    if (std::filesystem::exists(folder + "/" + name)) return folder + "/" + name;
  }
  return std::nullopt;
}

LogisticData read_libsvm(const std::string& path, Index features) {
  std::ifstream file(path);
  LogisticData data;
  data.rows.columns = features;
  std::vector<double> labels;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    double label = 0;
    words >> label;
    labels.push_back(label);
    char colon = 0;
    double value = 0;
    for (std::int32_t index = 0; words >> index >> colon >> value;) {
      data.rows.column.push_back(index - 1);
      data.rows.value.push_back(value);
    }
    data.rows.start.push_back(static_cast<Index>(data.rows.column.size()));
  }
  const double largest = *std::max_element(labels.begin(), labels.end());
  for (const double label : labels) data.positive.push_back(label == largest ? 1 : 0);
  return data;
}

PoissonData read_frisk(const std::string& path, const std::string& precincts_path) {
  const std::vector<double> precincts = read_numbers(precincts_path);
  PoissonData data;
  data.groupings = {{.name = "ethnicity", .levels = {"1", "2", "3"}, .level_of_row = {}},
                    {.name = "precinct", .levels = {}, .level_of_row = {}}};
  for (const double precinct : precincts) {
    data.groupings[1].levels.push_back(std::to_string(static_cast<int>(precinct)));
  }
  std::ifstream file(path);
  std::string line;
  for (int k = 0; k < 7; ++k) std::getline(file, line);
  double stops = 0;
  double population = 0;
  double arrests = 0;
  double precinct = 0;
  Index ethnicity = 0;
  int crime = 0;
  while (file >> stops >> population >> arrests >> precinct >> ethnicity >> crime) {
    const auto found = std::find(precincts.begin(), precincts.end(), precinct);
    if (crime != 2 || found == precincts.end()) continue;
    data.count.push_back(stops);
    data.log_exposure.push_back(std::log(arrests));
    data.groupings[0].level_of_row.push_back(ethnicity - 1);
    data.groupings[1].level_of_row.push_back(found - precincts.begin());
  }
  return data;
}

NetworkData read_wine(const std::string& path, const std::string& rows_path, Index count) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<std::vector<double>> table;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ';', ' ');
    std::istringstream words(line);
    std::vector<double>& row = table.emplace_back();
    for (double x = 0; words >> x;) row.push_back(x);
  }
  const std::vector<double> rows = read_numbers(rows_path);
  Matrix values(count, 12);
  for (Index row = 0; row < count; ++row) {
    for (Index column = 0; column < 12; ++column) {
      values(row, column) =
          table[static_cast<std::size_t>(rows[static_cast<std::size_t>(row)])][static_cast<std::size_t>(column)];
    }
  }
  values.rowwise() -= values.colwise().mean().eval();
  for (Index column = 0; column < 12; ++column) {
    values.col(column) /= std::sqrt(values.col(column).squaredNorm() / static_cast<double>(count));
  }
  return {.inputs = values.leftCols(11), .response = values.col(11), .input_names = {}};
}

const std::vector<NamedModel>& small_models() {
  static const std::vector<NamedModel> models = [] {
    std::vector<NamedModel> all;
    all.push_back({"logistic", make_logistic(simulate_logistic(11, 3, 1).data, 2)});
    all.push_back({"logistic_ones_without_intercept", make_logistic(sparse_logistic().data)});
    all.push_back({"logistic_intercept_only", make_logistic(simulate_logistic(9, 0, 2).data)});
    all.push_back({"poisson", make_poisson(simulate_poisson({2, 3}, 12, 1).data)});
    all.push_back({"poisson_no_grouping", make_poisson(simulate_poisson({}, 5, 2).data)});
    all.push_back({"poisson_one_grouping", make_poisson(without_exposure(simulate_poisson({3}, 7, 3).data), 3)});
    all.push_back({"poisson_three_groupings", make_poisson(simulate_poisson({2, 1, 2}, 10, 4).data)});
    all.push_back(network("network", 9, 5, 3, true));
    all.push_back(network("network_fixed_prior", 6, 2, 2, false));
    all.push_back(network("network_width_one", 4, 1, 1, true));
    all.push_back({"normal_prior", std::make_shared<NormalPrior>(std::vector<std::string>{"a", "b", "c", "d", "e", "f"},
                                                                 std::vector<NormalBlock>{{2, 2, 0.7}, {0, 1, 2}},
                                                                 std::vector<GroupBlock>{{4, 2, 2}, {1, 1, 3}})});
    return all;
  }();
  return models;
}

std::shared_ptr<const Model> paper_model(const std::string& name) {
  if (name == "logistic_a1a" || name == "logistic_mushrooms") {
    const bool is_a1a = name == "logistic_a1a";
    const std::optional<std::string> file = data_file(is_a1a ? "a1a" : "mushrooms");
    if (!file) return nullptr;
    return make_logistic(read_libsvm(*file, is_a1a ? 123 : 112));
  }
  if (name == "hierarchical_poisson_frisk") {
    const std::optional<std::string> file = data_file("frisk_with_noise.dat");
    const std::optional<std::string> precincts = data_file("frisk_precincts.txt");
    if (!file || !precincts) return nullptr;
    return make_poisson(read_frisk(*file, *precincts));
  }
  const std::optional<std::string> file = data_file("winequality-red.csv");
  const std::optional<std::string> rows = data_file("bnn_rows.txt");
  if (!file || !rows) return nullptr;
  const bool is_a = name == "bnn_a";
  return make_bayesian_neural_network(read_wine(*file, *rows, is_a ? 100 : 200),
                                      {.hidden_units = 50, .hierarchical = is_a, .prior_scale = {}});
}

}  // namespace g2t::test
