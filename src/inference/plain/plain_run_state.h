// A run in plain coordinates after a step, as a value that another one goes on from.
#pragma once

#include <inference/plain/plain_selection.h>
#include <inference/plain/plain_stepper.h>
#include <inference/plain/step_guard.h>
#include <inference/trace_recorder.h>

#include <g2t/inference/result.hpp>
#include <g2t/inference/run_state.hpp>

namespace g2t {

class PlainRunState final : public RunState {
 public:
  FitResult result;  ///< its counts, times and selections so far; without a state of its own
  Index iteration = 0;
  StepState steps;
  Recipe recipe;
  Index draws = 0, consecutive_skips = 0;  ///< of the stepper
  StepGuard guard;
  PlainSelectionState selection;
  TraceState trace;

  explicit PlainRunState(StepState at) : steps(std::move(at)) {}
};

}  // namespace g2t
