// A block of steps: the noise that it allows at rest falls in the first half, the second half is averaged.
#pragma once

#include <g2t/families/natural.hpp>
#include <g2t/optimizers/natural_step_size.hpp>
#include <g2t/optimizers/precision_average.hpp>
#include <inference/natural/iterate_batches.h>

namespace g2t {

/// The schedule of one block, its position in it, and the average so far.
/// Source: docs/theory/stopping.md, "Blocks and averages".
class NaturalBlock {
 public:
  /// @param number           0, 1, 2, ...
  /// @param draws            of the whole block
  /// @param draws_a_step     at its beginning; a change on the way leaves the number of steps as it is
  /// @param first_iteration  of the run
  NaturalBlock(Index number, Index draws, Index draws_a_step, const NaturalFamily& q, Index first_iteration);

  [[nodiscard]] bool is_over() const { return step_ >= steps_; }
  [[nodiscard]] bool is_averaging() const { return 2 * step_ >= steps_; }
  /// Of the next step.
  [[nodiscard]] NoiseAllowance allowed() const;
  /// Adds q, which the step led to, to the average if it is one of its iterates.
  void end_step(const NaturalFamily& q);

  /// Steps made.
  [[nodiscard]] Index steps_made() const { return step_; }
  [[nodiscard]] Index first_iteration() const { return first_iteration_; }
  [[nodiscard]] const PrecisionAverage& average() const { return average_; }
  [[nodiscard]] const IterateBatches& batches() const { return batches_; }

 private:
  Index step_ = 0, steps_ = 0, first_iteration_ = 0, average_every_ = 1;
  double first_eps_ = 0, last_eps_ = 0, longest_gradient_ = 0;
  PrecisionAverage average_;
  IterateBatches batches_;
};

/// Draws of the first block; each later one has twice as many as the one before.
/// @param draws_a_step  of which it is a multiple
[[nodiscard]] Index first_block_draws(Index dimension, Index draws_a_step, Structure structure);

}  // namespace g2t
