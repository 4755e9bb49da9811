// Reads the files that a fit's options name.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/inputs.hpp>
#include <g2t/program/options/options.hpp>

#include <string>

namespace g2t {

/// Reads the files that the options name.
/// @throws InputError if one cannot be used
FitInputs read_fit_inputs(const FitOptions& options);
/// The same, with a start that is a q of this model, as read_q() reads it, or values of its parameters.
FitInputs read_fit_inputs(const FitOptions& options, const Model& model);

/// A saved q of a model.
/// @throws InputError if the file cannot be used, or its dimension or names, if it has any, are not the model's
Gaussian read_q(const std::string& file, const Model& model);

}  // namespace g2t
