// A fit that goes by a sample of the rows, with anchors of all of them, and a check by all of them.
#pragma once

#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/hooks.hpp>
#include <g2t/inference/result.hpp>

#include <functional>
#include <optional>

namespace g2t {

using RunOnModel = std::function<FitResult(const Model&, const FitPlan&)>;

/// The result of run() on the rows that a sample leaves, the first of ever larger samples that all rows agree with.
/// @param model  of all rows
/// @param run    a fit to a model by a plan
/// @returns nothing if a sample does not pay or is not to be had: the model has few rows, no Hessian or many parameters, all
///          rows are asked for, or none of the samples is large enough
std::optional<FitResult> fit_to_sample(const Model& model, const FitPlan& plan, const FitHooks& hooks, const RunOnModel& run);

}  // namespace g2t
