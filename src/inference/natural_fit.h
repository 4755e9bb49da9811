// A fit in natural coordinates: starts, blocks of steps with a test after each, report and verdict.
#pragma once

#include <g2t/inference/fit.hpp>
#include <g2t/inference/fit_plan.hpp>

namespace g2t {

FitResult fit_natural(const Model& model, const FitPlan& plan, const FitHooks& hooks);

}  // namespace g2t
