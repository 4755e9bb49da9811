// What a run that goes on from a result takes over, and what it refuses.
#pragma once

#include <inference/trace_recorder.h>

#include <g2t/core/clock.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/inference/run_state.hpp>

namespace g2t {

/// What both kinds of run keep.
class KeptRun : public RunState {
 public:
  FitResult result;  ///< its counts, times and selections so far; without a state of its own
  TraceState trace;
};

/// @throws InvalidSetting if the run of options.start cannot go on with this model, or if a setting is not that of the run
///         before and would have no effect
void check_resumed(const Model& model, const FitOptions& options);

/// Fills in all that a kept run is without what its kind knows of its steps.
void keep_run(const Model& model, const FitPlan& plan, const TermSet& terms, const FitResult& result,
              const ModelUse& use, const Clock& clock, const TraceRecorder& trace, KeptRun& state);
/// Restores result, counts and trace from there.
void restore_run(const KeptRun& state, FitResult& result, ModelUse& use, TraceRecorder& trace);

/// True if choices of the run before are what this run would choose among and by.
[[nodiscard]] bool chooses_as_before(const RunState& before, const FitPlan& plan, const TermSet& terms);

/// The recipe to go on with: that of the run before, if this run may use it, with the requested draws; else `first`.
[[nodiscard]] Recipe resumed_recipe(const Recipe& before, const FitPlan& plan, const TermSet& terms,
                                    const Recipe& first);

}  // namespace g2t
