// Successive halving over step sizes from one warm state, with common draws.
#pragma once

#include <inference/plain/plain_stepper.h>

#include <functional>
#include <vector>

namespace g2t {

struct StepRaceOptions {
  std::vector<double> step_sizes;  ///< ascending
  Index first_steps = 10;          ///< of every size in the first round; doubles each round
  std::uint64_t seed = 1;
  double deadline = 0;             ///< of the run's clock: past it the leader wins at once
};

struct StepRaceResult {
  StepState winner;
  double step_size = 0;
  bool is_decided = false;         ///< false if time ran out before any size had made a step: the middle one is taken
  std::vector<RaceEntry> entries;  ///< one per size, at their last check
};

/// Steps that all survivors make in all rounds together, in units of first_steps.
Index race_steps_per_first_step(Index size_count);

/// Rounds of doubling length; after each the better half by ELBO stays. The winner goes on from where it is.
///
/// Survivors step in turn, a few steps each, so that a race that runs out of time is still fair.
/// @param elbo         of a survivor at the end of a round; empty: the ELBO is estimated from the round's own draws,
///                     which costs nothing
/// @param should_stop  true: the leader wins at once
StepRaceResult race_step_sizes(const StepState& start, PlainStepper& stepper, const StepRaceOptions& options,
                               const Clock& clock, const std::function<double(const Gaussian&)>& elbo,
                               const std::function<bool()>& should_stop);

}  // namespace g2t
