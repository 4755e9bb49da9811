// What a process's rows add to an evaluation, as numbers to be summed over processes.
#pragma once

#include <g2t/models/posterior.hpp>
#include <vector>

#include "models/rank_request.hpp"

namespace g2t::models {

/// How many numbers there are: the same in all processes.
[[nodiscard]] Index part_size(const RankRequest& request);

/// @param part  null: zeros
[[nodiscard]] std::vector<double> part_of_rows(const RankRequest& request, const Likelihood* part, Index thread_count);

// What the sums say, added to what others began, as the functions of Likelihood do.

void add_evaluation(const std::vector<double>& sums, Vector& log_density, Matrix& score);
void add_vector(const std::vector<double>& sums, Vector& out);
void add_matrix(const std::vector<double>& sums, Matrix& out);
void add_expectation(const std::vector<double>& sums, const Gaussian& q, ExpectedLogDensity& out);

}  // namespace g2t::models
