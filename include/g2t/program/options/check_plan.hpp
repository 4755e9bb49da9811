// Every fault of options and of the files that they name, before the first draw.
#pragma once

#include <g2t/inference/fit_plan.hpp>
#include <g2t/program/options/options.hpp>

namespace g2t {

/// What a fit with these options would do.
/// @param settings      options.fit with its inputs read
/// @param answer_draws  draws that are made at the end, where there is an end
/// @throws InvalidArgument if options do not fit the model; InputError if the file of --costs lacks a term or does not fit,
///         or the draws cannot fit into memory
FitPlan check_plan(const Model& model, const Options& options, const FitOptions& settings, Index answer_draws = 0);

}  // namespace g2t
