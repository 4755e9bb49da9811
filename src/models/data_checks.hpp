// The checks of the built-in models' data, which their rows share.
#pragma once

#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <string>
#include <vector>

namespace g2t::models {

// Each throws InvalidArgument as the function that makes a model of the data.

void check_data(const LogisticData& data);
/// Part by part; `first` rows came before.
void check_part(const SparseRows& rows, const Flags& positive, Index first = 0);
/// @param least  that the rows have
void check_columns(Index columns, Index least, bool intercept, const std::vector<std::string>& feature_names);
void check_data(const PoissonData& data);
void check_data(const NetworkData& data, const NetworkOptions& options);

/// The model's parameters: the features, after the intercept if there is one.
std::vector<std::string> names_of(Index columns, bool intercept, const std::vector<std::string>& feature_names);

}  // namespace g2t::models
