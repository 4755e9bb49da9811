// What speaks against an answer: errors that are too large, chains that do not agree, weights without a variance.
#pragma once

#include <g2t/inference/posterior.hpp>
#include <g2t/inference/warning.hpp>

namespace g2t {

/// Reasons against the draws of an answer, by their summary; empty: its means are within the tolerance, its sds within
/// kSdTolerance, as far as anything shows.
std::vector<FitWarning> doubts_of(const Posterior& answer, double tolerance);

/// Expected squared error of the parameters' means, in posterior variances: Monte Carlo, and drift of chains.
double squared_error_of(const Posterior& answer);

}  // namespace g2t
