// What a fit in natural coordinates adds to the table: how near it is, whether to trust it, where it started.
#pragma once

#include <g2t/program/options/options.hpp>
#include <g2t/inference/result.hpp>

#include <string>

namespace g2t::cli {

/// "within 0.02 posterior sds of the best full-rank Gaussian", for a verdict; empty if that is not known.
[[nodiscard]] std::string nearness(const FitResult& result, const FitOptions& options);

/// The lines of gap, trust and starts.
[[nodiscard]] std::string natural_lines(const FitResult& result);

/// Means and sds with their Monte Carlo errors, and the importance-weighted ones beside them.
[[nodiscard]] std::string natural_parameters(const FitResult& result, Index most);

}  // namespace g2t::cli
