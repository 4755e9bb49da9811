// A mean over pairs of folds, as values of folds.
#pragma once

#include <selection/fold_mean.h>

namespace g2t {

/// The mean over pairs of different folds of a symmetric function of the two: a U-statistic, whose error has a part
/// that is a sum over folds and one that varies between pairs alone (Hoeffding's decomposition). The first alone makes
/// folds differ; the second is estimated by what they leave. Source: Efron and Stein (1981), "The jackknife estimate of
/// variance".
class PairsOfFolds {
 public:
  PairsOfFolds() = default;
  /// @param products  [K x K] with at least three folds; the diagonal is not used
  PairsOfFolds(const Matrix& products, const FoldShares& shares);

  /// One a fold, their mean the mean over pairs, [K].
  [[nodiscard]] const Vector& values() const { return values_; }
  /// As FoldShares::set_pairs.
  [[nodiscard]] double excess() const { return excess_; }
  [[nodiscard]] double least() const { return least_; }
  /// The mean over pairs without fold k.
  [[nodiscard]] double without(Index k) const { return without_[k]; }

 private:
  Vector values_, without_;
  double excess_ = 0, least_ = 0;
};

}  // namespace g2t
