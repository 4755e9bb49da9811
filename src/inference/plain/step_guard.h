// Watches a run for divergence by the log densities that its steps see anyway, and keeps the best state to go back to.
#pragma once

#include <inference/plain/plain_stepper.h>

#include <g2t/core/elbo.hpp>
#include <memory>

namespace g2t {

/// Blocks of steps, each with an estimate of the ELBO from its own draws; costs no evaluation.
class StepGuard {
 public:
  /// The state to go back to until a block is better.
  void begin(const StepState& state, const Elbo& elbo);
  /// Takes note of a step. @returns true if the run has fallen far below its best block and should go back
  [[nodiscard]] bool has_diverged(const StepState& state, const PlainStepper& stepper);

  /// The state at the end of the best block; null before begin().
  [[nodiscard]] const StepState* best() const { return best_.get(); }
  void forget_block() { steps_ = 0, sum_ = 0, squares_ = 0; }

 private:
  Index steps_ = 0;
  double sum_ = 0, squares_ = 0;  // of the steps' mean log densities
  std::shared_ptr<const StepState> best_;
  double best_elbo_ = 0, best_error_ = 0;
};

}  // namespace g2t
