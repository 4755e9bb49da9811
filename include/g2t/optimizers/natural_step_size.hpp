// Step sizes in natural coordinates, from signal and noise of a run's own gradients.
#pragma once

#include <g2t/core/types.hpp>
#include <limits>

namespace g2t {

/// The stationary noise that step sizes may cause.
struct NoiseAllowance {
  double eps = 0;  ///< at the optimum, in units of d / 4 nats
  /// Steps no shorter than this, unless noise would cost 0.05 d / 4 nats: an average over n steps needs some 20 / n.
  double min_step_size = 0;
  /// A gradient longer than this many times its usual length, as with heavy tails, is shortened to that length. This is
  /// a bias, so the limit must grow from block to block.
  double longest_gradient = std::numeric_limits<double>::infinity();
};

/// Running averages of |E g|^2 and of the noise of one unit's gradient, and the step size that they allow.
///
/// eta = min( 1/2 max( |E g|^2 / (|E g|^2 + V/P), min(1, 2 P eps d / V) ), cap ), with V the variance of one unit's
/// gradient in the natural norm and P units per step: half of the best step on a quadratic at this signal-to-noise
/// ratio, or the one with a stationary noise of eps d / 4 nats. Only past steps enter, so a step size does not depend
/// on its own gradient: self-normalised steps bias the scales.
/// Source: docs/theory/natural-steps.md, "Step size".
class NaturalStepSize {
 public:
  /// @param cap  of eta; the full-rank family needs full_rank_step_cap(), since the noise of Omega is multiplicative
  ///        there
  NaturalStepSize(Index dimension, Index units, double cap = 0.5)
      : dimension_(static_cast<double>(dimension)), units_(static_cast<double>(units)), cap_(cap) {}

  /// @param signal  unbiased estimate of |E g|^2, may be negative
  /// @param noise   variance of one unit's gradient
  void observe(double signal, double noise);
  /// Sets the signal to zero until new steps update it: q was moved to an average of iterates.
  void forget_signal();

  [[nodiscard]] double step_size(const NoiseAllowance& allowed) const;
  /// Factor, at most 1, of the step along a gradient of this squared norm; the usual one is sqrt(|E g|^2 + V/P).
  [[nodiscard]] double outlier_factor(double squared_norm, const NoiseAllowance& allowed) const;
  [[nodiscard]] double signal() const;
  [[nodiscard]] double noise() const;
  /// Noise of a whole step over signal plus noise: 1 at the optimum, 0 far from it.
  [[nodiscard]] double noise_share() const;

 private:
  double dimension_, units_, cap_;
  double signal_ = 0, last_signal_ = 0, changes_ = 0, noise_ = 0, weight_ = 0;
};

/// 1/2 / (1 + d / 2P): a quarter of the bound of stability for P units a step, half of it for errors like the identity.
[[nodiscard]] double full_rank_step_cap(Index dimension, Index units);

/// Curvature of the objective along the mean's steps, from the change of its gradient: 1 in the full-rank family near
/// the optimum, up to d in the mean-field family, which ignores correlation.
class MeanCurvature {
 public:
  /// @param dimension  curvatures above twice this are truncated: q's scales have not converged there
  explicit MeanCurvature(Index dimension) : most_(2 * static_cast<double>(dimension)) {}

  /// @param slope_change    -(score after - score before) . step
  /// @param squared_length  of the step in q's units
  void observe(double slope_change, double squared_length);
  /// Factor of the mean's step size: min(1, 1 / (2 eta curvature)).
  [[nodiscard]] double step_factor(double step_size) const;

 private:
  double most_;
  double sum_ = 0, weight_ = 0;  // of the ratios: lengths of steps differ by orders of magnitude far from the optimum
};

}  // namespace g2t
