// Hamiltonian Monte Carlo moves of many independent chains side by side.
#pragma once

#include <chains/chain_metric.h>
#include <chains/chain_states.h>

#include <array>
#include <g2t/core/streams.hpp>

namespace g2t {

/// log p to a power plus log q to another one: what a move keeps invariant.
struct TemperedTarget {
  Vector power_of_model;  ///< [chain_count]
  double power_of_q = 0;
};

/// Every chain's power of the model is one, and q has none.
TemperedTarget untempered(Index chain_count);

/// Moves chains by leapfrog trajectories, as many leapfrogs in all of them. Trajectories are of random length, half to
/// three halves of a quarter period of a Gaussian; a fifth of the chains takes a half to a sixteenth of the step each
/// time, so that none sticks where the density is narrow.
///
/// Positions move in the coordinates of q and of the draws. They can be made to take every other move in those of the draws'
/// scales alone, with a step size of its own: where correlations change from place to place, coordinates that are right in one
/// place keep chains from the others.
///
/// Source: Duane et al. (1987), "Hybrid Monte Carlo"; Neal (2011), "MCMC using Hamiltonian dynamics".
class ChainMover {
 public:
  /// @param stop        called with the number of gradients so far
  /// @param first_move  of the streams
  ChainMover(const Model& model, const Gaussian& q, const SampleStreams& sample, StopRule stop, Index first_move = 0);

  /// One move of every chain.
  /// @param gain  how much the step size learns from the acceptance; 0: nothing
  /// @returns false if the stopping rule ended it: then the states are as before
  bool move(ChainStates& states, const TemperedTarget& target, double gain = 0);
  /// Evaluates the model at the positions; false likewise.
  bool evaluate(ChainStates& states) { return evaluate_states(model_, stop_, gradients_, speed_, states); }

  /// log q of every row.
  [[nodiscard]] Vector log_q(const Matrix& positions) const;

  /// Both metrics learn from draws. @param draws  [draw_count x dimension]
  void learn_metrics(const Matrix& draws);
  /// From the next move on, every other one is in the scales' metric.
  void alternate();
  [[nodiscard]] bool alternates() const { return alternates_; }

  [[nodiscard]] const Vector& acceptance() const { return acceptance_; }  ///< probabilities of the last move, [chain_count]
  [[nodiscard]] Index gradients() const { return gradients_; }
  [[nodiscard]] double step_size() const { return kernels_.front().step_size; }  ///< in q's coordinates
  [[nodiscard]] bool is_over() const { return stop_ && stop_(gradients_); }

 private:
  struct Kernel {
    ChainMetric metric;
    double step_size;
  };
  struct Slope {
    Vector value;  // of the target
    Matrix force;  // its gradient in the metric's coordinates
  };
  [[nodiscard]] Matrix standardized(const Matrix& positions) const;  // xi of z = m + A xi
  [[nodiscard]] Slope slope(const ChainStates& states, const TemperedTarget& target, const ChainMetric& metric) const;
  void learn(const std::vector<bool>& is_full_step, double gain, Kernel& kernel);

  const Model& model_;
  const Gaussian& q_;
  SampleStreams sample_;
  StopRule stop_;
  std::array<Kernel, 2> kernels_;  // of q's coordinates, of the scales
  bool alternates_ = false;
  Vector acceptance_;
  DrawSpeed speed_ = DrawSpeed::Unknown;
  Index gradients_ = 0, moves_;
};

}  // namespace g2t
