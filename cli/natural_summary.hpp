// What a fit in natural coordinates adds to the table: how near it is, what its weights say, where it started.
#pragma once

#include <g2t/inference/result.hpp>

#include <string>

namespace g2t::cli {

/// The lines of gap, weights and starts.
[[nodiscard]] std::string natural_lines(const FitResult& result);

/// Means and sds with their Monte Carlo errors, and the importance-weighted ones beside them.
[[nodiscard]] std::string natural_parameters(const FitResult& result, Index max_count);

}  // namespace g2t::cli
