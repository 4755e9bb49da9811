// Small models of every kind, and the paper's, for the tests of the models.
#pragma once

#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <memory>
#include <string>
#include <vector>

namespace g2t::test {

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
