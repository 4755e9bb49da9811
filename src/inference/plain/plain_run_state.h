// A run in plain coordinates after a step, as a value that another one goes on from.
#pragma once

#include <inference/plain/plain_selection.h>
#include <inference/plain/plain_stepper.h>
#include <inference/plain/step_guard.h>
#include <inference/resumed_run.h>

namespace g2t {

class PlainRunState final : public KeptRun {
 public:
  Index iteration = 0;
  StepState steps;
  Recipe recipe;
  Index draws = 0, consecutive_skips = 0;  ///< of the stepper
  StepGuard guard;
  PlainSelectionState selection;

  explicit PlainRunState(StepState at) : steps(std::move(at)) {}
};

}  // namespace g2t
