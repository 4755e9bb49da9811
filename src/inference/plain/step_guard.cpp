// Blocks of a hundred steps, compared with the best one so far.
#include <inference/plain/step_guard.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr Index kBlock = 100;       // steps
constexpr Index kSkips = 20;        // in a row: no need to wait for the block's end
constexpr double kFall = 20;        // nats below the best block
constexpr double kErrors = 10;      // standard errors of the best block on top

}  // namespace

void StepGuard::begin(const StepState& state, const Elbo& elbo) {
  best_ = std::make_shared<StepState>(state.clone());
  best_elbo_ = elbo.value;
  best_error_ = elbo.standard_error;
}

bool StepGuard::has_diverged(const StepState& state, const PlainStepper& stepper) {
  if (stepper.consecutive_skips() >= kSkips) return best_ != nullptr;
  if (stepper.consecutive_skips() > 0) return false;
  const double value = stepper.mean_log_density();
  sum_ += value;
  squares_ += value * value;
  if (++steps_ < kBlock) return false;

  const double n = static_cast<double>(kBlock), mean = sum_ / n;
  const double error = std::sqrt(std::max(0.0, squares_ / n - mean * mean) / n);
  const double elbo = mean + entropy(state.q->gaussian());
  forget_block();
  if (!best_ || elbo > best_elbo_) {
    best_ = std::make_shared<StepState>(state.clone());
    best_elbo_ = elbo;
    best_error_ = error;
    return false;
  }
  return !(elbo >= best_elbo_ - kFall - kErrors * best_error_);
}

}  // namespace g2t
