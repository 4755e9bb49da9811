// How long a race of step sizes may take, and of how many steps its rounds are.
#pragma once

#include <inference/plain/step_race.h>
#include <inference/run_limits.h>

#include <g2t/core/model.hpp>
#include <g2t/inference/fit_plan.hpp>

#include <functional>
#include <vector>

namespace g2t {

struct RacePlan {
  StepRaceOptions options;
  std::function<double(const Gaussian&)> exact_elbo;  ///< empty: it cannot be had, or takes too much of the time
};

class RacePlanner {
 public:
  /// All must outlive it.
  RacePlanner(const Model& model, const FitPlan& plan, const RunLimits& limits, const Clock& clock)
      : model_(model), plan_(plan), limits_(limits), clock_(clock) {}

  /// @param share         of the budget that a race takes at most, and half of what is left
  /// @param step_seconds  as predicted; 0: it is timed
  [[nodiscard]] RacePlan plan(const std::vector<double>& step_sizes, double share, const StepState& state,
                              PlainStepper& stepper, double step_seconds) const;

 private:
  [[nodiscard]] double seconds_of_elbos(std::size_t size_count, const Gaussian& q) const;
  [[nodiscard]] double timed_step_seconds(const StepState& state, PlainStepper& stepper) const;
  [[nodiscard]] Index first_steps(std::size_t size_count, double seconds, double share,
                                  const std::function<double()>& step_seconds) const;

  const Model& model_;
  const FitPlan& plan_;
  const RunLimits& limits_;
  const Clock& clock_;
};

}  // namespace g2t
