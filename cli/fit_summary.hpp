// A finished fit in the few lines that matter.
#pragma once

#include <g2t/program/options/options.hpp>
#include <g2t/inference/result.hpp>

#include <optional>
#include <string>

namespace g2t::cli {

/// Verdict, ELBO, estimator and why, time, the first parameters, warnings, files written.
/// @param seconds_of_files  that it took to write the files of options.output; empty: none are written
[[nodiscard]] std::string fit_summary(const FitResult& result, const Options& options,
                                      std::optional<double> seconds_of_files);

}  // namespace g2t::cli
