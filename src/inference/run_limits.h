// When a run must end: its time is up, the user stops it, or no step can be made any more.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/hooks.hpp>

namespace g2t {

class RunLimits {
 public:
  /// All must outlive it.
  RunLimits(const FitPlan& plan, const FitHooks& hooks, const Clock& clock)
      : plan_(plan), hooks_(hooks), clock_(clock) {}

  [[nodiscard]] bool is_interrupted() const { return hooks_.should_stop && hooks_.should_stop(); }
  /// @param skips  steps in a row without a usable draw
  [[nodiscard]] static bool is_stuck(Index skips) { return skips >= kMostSkips; }
  [[nodiscard]] bool allow_a_step(Index skips) const {
    return clock_.seconds() < plan_.time_limit() && !is_interrupted() && !is_stuck(skips);
  }

 private:
  static constexpr Index kMostSkips = 100;

  const FitPlan& plan_;
  const FitHooks& hooks_;
  const Clock& clock_;
};

}  // namespace g2t
