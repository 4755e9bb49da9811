// What fit, select and evaluate do alike with the files that options name.
#pragma once

#include "arguments.hpp"

#include <g2t/inference/fit_plan.hpp>
#include <g2t/program/models/load_model.hpp>

#include <memory>
#include <string>
#include <vector>

namespace g2t::cli {

/// Loads the model. Where it takes one thread alone, says so and sets --threads to it.
/// @throws UsageError if options do not fit the model
LoadedModel load(Options& options);

/// The model, evaluated by as many threads as --threads says.
/// @throws UsageError if it cannot be
std::unique_ptr<Model> with_threads(const Model& model, const Options& options);

/// What a fit with these options would do; every fault of options and of the files they name shows here.
/// @throws UsageError if options do not fit the model, InputError if the file of --costs lacks a term, or the draws cannot
///         fit into memory
/// @param settings      options.fit with its inputs read
/// @param answer_draws  draws that are made at the end, where there is an end
FitPlan check_plan(const Model& model, const Options& options, const FitOptions& settings, Index answer_draws = 0);

/// Lines on stderr, unless --quiet.
void say(const Options& options, const std::string& line);
void say(const Options& options, const std::vector<std::string>& lines);

}  // namespace g2t::cli
