// Round-robin rounds, and a ranking in which diverged sizes come last.
#include <inference/plain/step_race.h>

#include <g2t/core/streams.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr Index kTurn = 10;      // steps before the next survivor's turn
constexpr Index kHopeless = 20;  // skipped steps in a row: this size has diverged
constexpr double kDiverged = -std::numeric_limits<double>::infinity();

struct Runner {
  StepState state;
  RaceEntry entry;
  Index round_steps = 0;
  Index skips = 0;          // in a row
  double log_density = 0;   // sum of the steps' means over the second half of the round
  Index summed_steps = 0;

  bool is_hopeless() const { return skips >= kHopeless; }

  // Mean log density of the round's later draws plus entropy; noise is common to all sizes.
  double own_estimate() const {
    if (is_hopeless() || summed_steps == 0) return kDiverged;
    return log_density / static_cast<double>(summed_steps) + entropy(state.q->gaussian());
  }
};

void make_steps(Runner& runner, PlainStepper& stepper, std::uint64_t seed, Index count, Index round_length) {
  for (Index k = 0; k < count && !runner.is_hopeless(); ++k) {
    const bool is_made = stepper.step(runner.state, runner.entry.step_size, streams::race(seed, runner.entry.steps));
    runner.skips = is_made ? 0 : runner.skips + 1;
    ++runner.entry.steps;
    ++runner.round_steps;
    if (is_made && 2 * runner.round_steps > round_length) {
      runner.log_density += stepper.mean_log_density();
      ++runner.summed_steps;
    }
  }
}

// True if every survivor made the whole round before time was up.
bool run_round(std::vector<Runner>& runners, PlainStepper& stepper, const StepRaceOptions& options, Index length,
               const Clock& clock, const std::function<bool()>& should_stop) {
  for (Runner& runner : runners) runner.round_steps = runner.summed_steps = 0, runner.log_density = 0;
  for (Index done = 0; done < length; done += kTurn)
    for (Runner& runner : runners) {
      if (clock.seconds() > options.deadline || should_stop()) return false;
      make_steps(runner, stepper, options.seed, std::min(kTurn, length - done), length);
    }
  return true;
}

}  // namespace

Index race_steps_per_first_step(Index size_count) {
  Index total = 0, length = 1;
  for (Index left = size_count; left > 1; left = (left + 1) / 2, length *= 2) total += left * length;
  return total;
}

StepRaceResult race_step_sizes(const StepState& start, PlainStepper& stepper, const StepRaceOptions& options,
                               const Clock& clock, const std::function<double(const Gaussian&)>& elbo,
                               const std::function<bool()>& should_stop) {
  std::vector<Runner> runners;
  for (const double size : options.step_sizes) runners.push_back({start.clone(), {size, 0, kDiverged}});
  StepRaceResult result{start.clone(), options.step_sizes[options.step_sizes.size() / 2], false, {}};

  bool has_time = true;
  for (Index length = options.first_steps; runners.size() > 1 && has_time; length *= 2) {
    has_time = run_round(runners, stepper, options, length, clock, should_stop);
    for (Runner& runner : runners) {
      const bool has_exact = elbo && has_time && !runner.is_hopeless();
      const double value = has_exact ? elbo(runner.state.q->gaussian()) : runner.own_estimate();
      // A round that ends before its second half is ignored: the ranking of the round before is kept.
      if (has_time || runner.summed_steps > 0 || runner.is_hopeless())
        runner.entry.elbo = std::isfinite(value) ? value : kDiverged;
    }
    std::stable_sort(runners.begin(), runners.end(),
                     [](const Runner& a, const Runner& b) { return a.entry.elbo > b.entry.elbo; });
    if (!has_time && !std::isfinite(runners.front().entry.elbo)) break;
    result.is_decided = std::isfinite(runners.front().entry.elbo);
    const std::size_t kept = has_time ? (runners.size() + 1) / 2 : 1;
    for (std::size_t i = kept; i < runners.size(); ++i) result.entries.push_back(runners[i].entry);
    runners.erase(runners.begin() + static_cast<std::ptrdiff_t>(kept), runners.end());
  }
  if (result.is_decided) {
    result.winner = std::move(runners.front().state);
    result.step_size = runners.front().entry.step_size;
  }
  for (const Runner& runner : runners) result.entries.push_back(runner.entry);
  std::sort(result.entries.begin(), result.entries.end(),
            [](const RaceEntry& a, const RaceEntry& b) { return a.step_size < b.step_size; });
  stepper.forget_skips();
  return result;
}

}  // namespace g2t
