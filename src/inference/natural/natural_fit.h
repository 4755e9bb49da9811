// A fit in natural coordinates: starts, blocks of steps with a test after each, report and verdict.
#pragma once

#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/hooks.hpp>
#include <g2t/inference/result.hpp>

namespace g2t {

FitResult fit_natural(const Model& model, const FitPlan& plan, const FitHooks& hooks);

}  // namespace g2t
