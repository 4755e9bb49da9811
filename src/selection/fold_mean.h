// Means over the folds of some moments, with standard errors.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// An estimate that is a mean of one value a fold.
struct FoldValues {
  Vector values;      ///< [K]
  double signal = 0;  ///< the multiple of the signal that they contain, whose values are not quite independent
};

struct FoldMean {
  double value = 0;
  double standard_error = 0;
};

/// Folds that count by their units. Standard errors have K - 1 degrees of freedom: with eight folds 2.4 of them make an
/// interval of 95 %.
class FoldShares {
 public:
  FoldShares() = default;
  /// @param units  [K], of each fold
  explicit FoldShares(const Vector& units) : shares_(units / units.sum()) {}

  [[nodiscard]] Index count() const { return shares_.size(); }
  [[nodiscard]] double operator[](Index k) const { return shares_[k]; }
  /// The signal is a mean over pairs of folds. Part of that varies between pairs alone: it makes values of folds differ
  /// by more than their mean errs.
  /// @param excess  variance by which that part makes the mean's variance look too large
  /// @param least   variance of that part in the mean
  void set_pairs(double excess, double least) { excess_ = excess, least_ = least; }

  [[nodiscard]] FoldMean mean(const FoldValues& values) const;

 private:
  Vector shares_;
  double excess_ = 0, least_ = 0;
};

}  // namespace g2t
