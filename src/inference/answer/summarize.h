// Moments, quantiles and Monte Carlo errors of draws that depend on one another in groups.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/posterior.hpp>

namespace g2t {

/// Errors of sums over groups, which are independent of one another: with chains as groups that is the error between
/// chains.
/// @param values  [draw_count x names.size() at least]; not finite: left out of its column
/// @param groups  [draw_count]
/// @param answer  for the errors of q's means and sds that are no Monte Carlo errors
QuantitySummary summarize(const Matrix& values, std::vector<std::string> names, const Posterior& answer);

/// Fills the answer's parameters: of all draws, on the unconstrained scale.
void summarize_parameters(const Model& model, Posterior& answer);

/// Fills the answer's values and quantities, if the model has any.
/// @param deadline  fewer draws where it ends them
void summarize_quantities(const Model& model, std::uint64_t seed, const Deadline& deadline, Posterior& answer);

/// Both.
void summarize_answer(const Model& model, std::uint64_t seed, const Deadline& deadline, Posterior& answer);

}  // namespace g2t
