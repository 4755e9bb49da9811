// Fits a Gaussian to a model by stochastic gradient ascent, with the gradient estimator chosen on the way.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/hooks.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/models/gradient_check.hpp>  // with these two, this header is all that a program with its own model needs
#include <g2t/models/struct_model.hpp>

namespace g2t {

/// Fits q, with the estimator chosen on the way, until the first limit or, in natural coordinates, the tolerance is reached.
/// @throws InvalidSetting if a setting cannot be had; InvalidArgument if the options do not fit the model
FitResult fit(const Model& model, const FitOptions& options = {}, const FitHooks& hooks = {});

}  // namespace g2t
