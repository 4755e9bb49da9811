// Data sets and reference values for the tests of the models, and small models of every kind.
#pragma once

#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace g2t::test {

/// A file of the published data sets, or nothing where they are absent: then tests skip.
std::optional<std::string> data_file(const std::string& name);

/// LIBSVM text whose larger label is the positive one.
LogisticData read_libsvm(const std::string& path, Index features);
/// The 96 rows of crime type 2 in the 32 precincts of the frisk problem.
PoissonData read_frisk(const std::string& path, const std::string& precincts_path);
/// The first `count` of the rows listed, standardised.
NetworkData read_wine(const std::string& path, const std::string& rows_path, Index count);

/// A model with its name for the tests that run over all.
struct NamedModel {
  std::string name;
  std::shared_ptr<const Model> model;
};
/// Small ones of every kind: with and without intercept, exposure, hierarchy; 0 to 3 groupings; width 1.
const std::vector<NamedModel>& small_models();
/// The paper's, by the names of reference/models.json; null where the data are absent.
std::shared_ptr<const Model> paper_model(const std::string& name);

}  // namespace g2t::test
