// A step that is not finite is skipped and counted.
#include <inference/plain/plain_stepper.h>

#include <g2t/estimators/draw_batch.hpp>

namespace g2t {

void PlainStepper::use(const Recipe& recipe) {
  estimator_.emplace(recipe, terms_);
  step_seconds_ = costs_ == nullptr ? 0 : costs_->of(recipe);
}

bool PlainStepper::step(StepState& state, double step_size, const StreamKey& key) {
  const Recipe& recipe = estimator_->recipe();
  diagnostics_.failed_draws += draw_batch(model_, *state.q, key, recipe.draws, recipe.antithetic, batch_);
  draws_ += recipe.draws;
  clock_.charge(step_seconds_);

  bool is_made = false;
  if (batch_.draw_count() > 0) {
    estimator_->evaluate(*state.q, batch_, gradient_);
    const MoveReport report = state.optimizer.step(*state.q, gradient_, step_size);
    diagnostics_.sign_flips += report.sign_flips;
    is_made = report.is_finite;
  }
  consecutive_skips_ = is_made ? 0 : consecutive_skips_ + 1;
  if (!is_made) ++diagnostics_.skipped_steps;
  return is_made;
}

}  // namespace g2t
