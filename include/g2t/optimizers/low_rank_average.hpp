// The average of a run's low-rank iterates.
#pragma once

#include <g2t/core/low_rank.hpp>

#include <vector>

namespace g2t {

/// Running mean of low-rank Gaussians: of their means, of the precisions 1 / scale^2, and of the logarithms of their inner
/// parts, W diag(log variances) W^T, which are symmetric matrices of low rank and do not depend on how W is turned.
///
/// Such a mean is a covariance whatever the iterates, and the same for covariances and precisions. Of its eigenvalues the
/// largest are kept, twice the rank and some more. A parameter that the directions carry has almost any scale, with other
/// directions: its iterates are written with one scale before they are averaged.
/// Cost: O(dimension rank^2) per iterate.
/// Source: docs/theory/stopping.md, "Blocks and averages".
class LowRankAverage {
 public:
  void add(const Gaussian& q);
  /// Of the rank of the last iterate.
  /// @pre add() was called
  [[nodiscard]] Gaussian average() const;

 private:
  // A parameter that directions carry, or carried.
  struct Carried {
    Index parameter;
    double log_change;  // of iterates' scales, from the one that they are written with; mean
  };

  void find_carried(const Gaussian& q);

  Vector mean_, precisions_;
  Directions logarithm_;  // variances - 1 are its eigenvalues
  std::vector<Carried> carried_;
  Index rank_ = 0, count_ = 0;
};

}  // namespace g2t
