// A finished fit in the few lines that matter.
#pragma once

#include <g2t/program/options/options.hpp>
#include <g2t/inference/result.hpp>

#include <string>

namespace g2t::cli {

/// Verdict, ELBO, estimator and why, time, the first parameters, warnings, files written.
/// @param has_files  the files of options.output are written
[[nodiscard]] std::string fit_summary(const FitResult& result, const Options& options, bool has_files);

}  // namespace g2t::cli
