#include <inference/step_race.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr Index kHopeless = 20;  // skipped steps in a row: this size has diverged

struct Runner {
  StepState state;
  RaceEntry entry;
};

// Runs a survivor; false if time ran out on the way.
bool run(Runner& runner, Stepper& stepper, const StepRaceOptions& options, Index steps, const Clock& clock,
         const std::function<bool()>& should_stop) {
  stepper.forget_skips();
  for (Index k = 0; k < steps; ++k) {
    if (clock.seconds() > options.deadline || should_stop()) return false;
    if (stepper.consecutive_skips() >= kHopeless) break;
    const StreamKey key{options.seed, Purpose::Race, static_cast<std::uint64_t>(runner.entry.steps)};
    stepper.step(runner.state, runner.entry.step_size, key);
    ++runner.entry.steps;
  }
  return true;
}

}  // namespace

Index race_steps_per_first_step(Index size_count) {
  Index total = 0, length = 1;
  for (Index left = size_count; left > 1; left = (left + 1) / 2, length *= 2) total += left * length;
  return total;
}

StepRaceResult race_step_sizes(const StepState& start, Stepper& stepper, const StepRaceOptions& options,
                               const Clock& clock, const std::function<double(const Gaussian&)>& elbo,
                               const std::function<bool()>& should_stop) {
  std::vector<Runner> runners;
  for (const double size : options.step_sizes)
    runners.push_back({start.clone(), {size, 0, -std::numeric_limits<double>::infinity()}});

  StepRaceResult result{start.clone(), options.step_sizes.front(), {}};
  bool has_time = true;
  for (Index steps = options.first_steps; runners.size() > 1 && has_time; steps *= 2) {
    for (Runner& runner : runners) {
      has_time = has_time && run(runner, stepper, options, steps, clock, should_stop);
      if (!has_time) break;
      const double value = elbo(runner.state.q->gaussian());
      runner.entry.elbo = std::isfinite(value) ? value : -std::numeric_limits<double>::infinity();
    }
    std::stable_sort(runners.begin(), runners.end(),
                     [](const Runner& a, const Runner& b) { return a.entry.elbo > b.entry.elbo; });
    const std::size_t kept = has_time ? (runners.size() + 1) / 2 : 1;
    for (std::size_t i = kept; i < runners.size(); ++i) result.entries.push_back(runners[i].entry);
    runners.erase(runners.begin() + static_cast<std::ptrdiff_t>(kept), runners.end());
  }
  result.winner = std::move(runners.front().state);
  result.step_size = runners.front().entry.step_size;
  result.entries.push_back(runners.front().entry);
  std::sort(result.entries.begin(), result.entries.end(),
            [](const RaceEntry& a, const RaceEntry& b) { return a.step_size < b.step_size; });
  return result;
}

}  // namespace g2t
