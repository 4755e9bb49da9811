// From what options name to the values that a fit takes.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/program/options/options.hpp>

#include <string>

namespace g2t {

/// The fit's options with the start and the cost table that the inputs name.
///
/// Where a recipe or a pool is given, what has no effect then, such as a preset's control variates, is left out.
/// @throws InputError if a file cannot be used
FitOptions fit_options(const Options& options);
/// The same, with a start that is a q of this model, as read_q() reads it, or values of its parameters.
FitOptions fit_options(const Options& options, const Model& model);

/// A saved q of a model.
/// @throws InputError if the file cannot be used, or its dimension or names, if it has any, are not the model's
Gaussian read_q(const std::string& file, const Model& model);

}  // namespace g2t
