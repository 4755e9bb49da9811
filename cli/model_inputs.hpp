// What fit, select and evaluate do alike with the files that options name.
#pragma once

#include "arguments.hpp"

#include <g2t/program/models/load_model.hpp>
#include <g2t/program/options/check_plan.hpp>

#include <g2t/core/communicator.hpp>

#include <memory>
#include <string>
#include <vector>

namespace g2t::cli {

/// Loads the model. Where it takes one thread alone, says so and sets --threads to it.
/// @throws UsageError if options do not fit the model
LoadedModel load(Options& options);
/// The same for the first of several processes; each has --threads.
LoadedModel load_shared(const Options& options, Communicator& others);

/// The model, evaluated by as many threads as --threads says.
/// @throws UsageError if it cannot be
std::unique_ptr<Model> with_threads(const Model& model, const Options& options);

/// Lines on stderr, unless --quiet.
void say(const Options& options, const std::string& line);
void say(const Options& options, const std::vector<std::string>& lines);

}  // namespace g2t::cli
