// The checks of the built-in models' data, which their rows share.
#pragma once

#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>

namespace g2t::models {

// Each throws InvalidArgument as the function that makes a model of the data.

void check_data(const LogisticData& data);
void check_data(const PoissonData& data);
void check_data(const NetworkData& data, const NetworkOptions& options);

}  // namespace g2t::models
