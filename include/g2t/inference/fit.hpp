// Fits a Gaussian to a model by stochastic gradient ascent, with the gradient estimator chosen on the way.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/hooks.hpp>
#include <g2t/inference/inputs.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/models/gradient_check.hpp>  // with these two, this header is all that a program with its own model needs
#include <g2t/models/struct_model.hpp>

namespace g2t {

/// Runs warm-up, first selection, step race and steps with re-selections until the first limit.
/// @throws InvalidArgument if options and inputs do not fit the model
FitResult fit(const Model& model, const FitOptions& options, const FitInputs& inputs = {},
              const FitHooks& hooks = {});

}  // namespace g2t
