// |E g|^2 and the noise of a unit, fold by fold: each from units that did not fit the weights.
#pragma once

#include <selection/fold_mean.h>

#include <g2t/core/moments.hpp>
#include <vector>

namespace g2t {

/// Signal, |E g|^2, and noise, E|g - E g|^2, of the base with control variates, which have mean zero. Both are
/// unbiased: every inner product is one of units that are independent of one another and of the weights.
///
/// Source: docs/decisions/0031-signal-and-noise-are-estimated-apart.md.
class SignalAndNoise {
 public:
  explicit SignalAndNoise(const Moments& moments);

  /// False with fewer than three folds, or without their means: then nothing else is there.
  [[nodiscard]] bool is_possible() const { return !centred_without_.empty(); }

  /// Products less those of means, of all units, [J+1 x J+1]. As control variates have mean zero, weights that are
  /// fitted to these have the same target as those fitted to products, without the noise that a large E g brings.
  [[nodiscard]] const Matrix& centred() const { return centred_; }
  /// Of all folds but k.
  [[nodiscard]] const Matrix& centred_without(Index k) const { return centred_without_[static_cast<std::size_t>(k)]; }

  [[nodiscard]] const FoldShares& shares() const { return shares_; }
  /// The signal; its mean may be negative.
  [[nodiscard]] const FoldValues& signal() const { return signal_; }
  /// Of a unit of fold k, at weights [J] that were not fitted to it.
  [[nodiscard]] double noise(Index k, const Vector& weights) const;

 private:
  [[nodiscard]] Index fold_count() const { return static_cast<Index>(folds_.size()); }
  [[nodiscard]] Matrix centred_without(Index k, Index l) const;
  void estimate_of_one_q();
  void estimate_of_steps();
  [[nodiscard]] double shrinkage() const;

  std::vector<MomentFold> folds_;
  std::vector<Matrix> means_;  // products of mean gradients of folds k and l at k * K + l; of steps: of fold k at k
  double units_of_step_ = 0;   // 0: all units are of one q
  double centring_ = 1;        // share of the products of means that is taken away
  FoldShares shares_;
  Matrix centred_;
  std::vector<Matrix> centred_without_;
  FoldValues signal_;
  // A fold's noise at weights w is a quadratic form in (1, w), less a linear one, [J+1 x K], plus a constant, [K].
  std::vector<Matrix> quadratic_;
  Matrix linear_;
  Vector constant_;
};

}  // namespace g2t
