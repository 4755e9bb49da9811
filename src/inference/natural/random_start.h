// A start by mean-field steps from a random point, where density is followed little at first and volume much.
#pragma once

#include <starts/path_starts.h>

#include <functional>
#include <g2t/core/clock.hpp>
#include <g2t/inference/fit_plan.hpp>

namespace g2t {

/// Steps on a tempered log density, its factor rising to 1; full-rank fits free the off-diagonal afterwards. For
/// posteriors whose density has its peak where there is little mass.
/// @param clock  charged for the steps
StartCandidate random_start(const Model& model, const FitPlan& plan, Clock& clock,
                            const std::function<bool()>& should_stop);

}  // namespace g2t
