// A fit in plain coordinates: warm-up, selections, step race, steps and verdict.
#pragma once

#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/hooks.hpp>
#include <g2t/inference/result.hpp>

namespace g2t {

FitResult fit_plain(const Model& model, const FitPlan& plan, const FitHooks& hooks);

}  // namespace g2t
