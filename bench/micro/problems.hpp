// Problems of the published experiments' sizes, on simulated data.
#pragma once

#include <g2t/inference/terms.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>

#include <memory>

namespace g2t::bench {

/// Logistic regression as large as the census data a1a, dense.
inline std::unique_ptr<Model> logistic_model() { return make_logistic(simulate_logistic(1605, 14, 1).data); }
/// Hierarchical Poisson regression: 96 rows, 38 parameters.
inline std::unique_ptr<Model> poisson_model() { return make_poisson(simulate_poisson({3, 32}, 96, 1).data); }
/// A network of 50 hidden units on 100 rows of 11 inputs: 653 parameters.
inline std::unique_ptr<Model> network_model() {
  return make_bayesian_neural_network(simulate_network(100, 11, {}, 1).data, {});
}

inline std::unique_ptr<Family> start(const Model& model, Structure structure) {
  return make_family(isotropic_gaussian(structure, Vector::Zero(model.dimension()), 0.1), {});
}

}  // namespace g2t::bench
