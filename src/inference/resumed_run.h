// What a run that goes on from a result takes over, and what it refuses.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/run_state.hpp>

namespace g2t {

/// @throws InvalidSetting if the run of options.start cannot go on with this model, or if a setting is not that of the run
///         before and would have no effect
void check_resumed(const Model& model, const FitOptions& options);

/// Fills in what states of both kinds of run have.
void describe_run(const Model& model, const FitPlan& plan, const TermSet& terms, RunState& state);

/// True if choices of the run before are what this run would choose among and by.
[[nodiscard]] bool chooses_as_before(const RunState& before, const FitPlan& plan, const TermSet& terms);

/// The recipe to go on with: that of the run before, if this run may use it, with the requested draws; else `first`.
[[nodiscard]] Recipe resumed_recipe(const Recipe& before, const FitPlan& plan, const TermSet& terms,
                                    const Recipe& first);

}  // namespace g2t
