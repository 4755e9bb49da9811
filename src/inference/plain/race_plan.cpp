// Steps and exact ELBOs are timed at the state that the race starts from.
#include <inference/plain/race_plan.h>

#include <g2t/core/elbo.hpp>
#include <g2t/core/streams.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kExactElboShare = 0.3;  // of the race's time for exact ELBOs; else its own draws must do
constexpr double kStepShare = 0.9;       // of the rest, for steps
constexpr double kMinFirstSteps = 5;          // of a first round when iterations are the only limit: fewer say nothing
constexpr double kMaxFirstSteps = 5000;       // of a first round
constexpr int kTimedSteps = 3;

}  // namespace

RacePlan RacePlanner::plan(const std::vector<double>& step_sizes, double share, const StepState& state,
                           PlainStepper& stepper, double step_seconds) const {
  const double begin = clock_.seconds();
  const double seconds = std::min(share * plan_.time_limit(), 0.5 * (plan_.time_limit() - limits_.run_seconds()));
  const bool has_exact = has_exact_elbo(model_, plan_.start.structure);
  const double exact_seconds = has_exact ? seconds_of_elbos(step_sizes.size(), state.q->gaussian()) : 0;
  RacePlan out;
  const bool is_exact = has_exact && exact_seconds < kExactElboShare * seconds;
  if (is_exact) out.exact_elbo = [&model = model_](const Gaussian& q) { return exact_elbo(model, q).value; };
  out.options.step_sizes = step_sizes;
  out.options.seed = plan_.options.seed;
  out.options.deadline = begin + seconds;
  out.options.first_steps =
      first_steps(step_sizes.size(), is_exact ? seconds - exact_seconds : seconds, share,
                  [&] { return step_seconds > 0 ? step_seconds : timed_step_seconds(state, stepper); });
  return out;
}

// Of all at the ends of the race's rounds, from one of them; they count in the budget.
double RacePlanner::seconds_of_elbos(std::size_t size_count, const Gaussian& q) const {
  const double begin = clock_.seconds();
  exact_elbo(model_, q);
  return 2 * static_cast<double>(size_count) * (clock_.seconds() - begin);
}

double RacePlanner::timed_step_seconds(const StepState& state, PlainStepper& stepper) const {
  StepState trial = state.clone();
  const double begin = clock_.seconds();
  for (int k = 0; k < kTimedSteps; ++k) stepper.step(trial, 0, streams::timed_step(plan_.options.seed, k));
  return (clock_.seconds() - begin) / kTimedSteps;
}

// So that all rounds fit into the given time and, if that is enough to tell sizes apart, into a share of the iterations.
Index RacePlanner::first_steps(std::size_t size_count, double seconds, double share,
                               const std::function<double()>& step_seconds) const {
  const double per_first_step = static_cast<double>(race_steps_per_first_step(static_cast<Index>(size_count)));
  double steps = std::isfinite(seconds) ? kStepShare * seconds / (step_seconds() * per_first_step) : 1e9;
  if (plan_.options.iterations)
    steps = std::min(steps, share * static_cast<double>(*plan_.options.iterations) / per_first_step);
  return static_cast<Index>(std::clamp(steps, plan_.options.time_budget ? 1.0 : kMinFirstSteps, kMaxFirstSteps));
}

}  // namespace g2t
