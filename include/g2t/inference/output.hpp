// The files of a fit.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/load_model.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>

#include <string>
#include <vector>

namespace g2t {

/// Names of the files that a fit with this prefix writes.
std::vector<std::string> fit_output_files(const std::string& prefix);

/// Fails early if an output exists (without force) or would replace an input.
/// @throws InvalidArgument naming the file
void check_outputs(const OutputOptions& options, const std::vector<std::string>& input_files);

/// Writes PREFIX.csv, .trace.csv, .selection.json, .q.json and .summary.json, each whole or not at all.
/// @throws InputError if a file cannot be written
void write_fit(const LoadedModel& loaded, const FitResult& result, const Options& options);

}  // namespace g2t
