// The average of a run's iterates in natural coordinates: of their means, and of their precisions.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/optimizers/low_rank_average.hpp>

namespace g2t {

/// Running mean of Gaussians of one structure by mean and precision matrix.
///
/// Natural steps are linear in the precision, so its average is unbiased where that of scales is not, and it does not
/// depend on an affine change of the parameters. Roots of covariances must not be averaged: they are unique up to
/// rotation only. Low rank: LowRankAverage.
/// Cost: O(dimension^3) per iterate and average if dense.
/// Source: docs/theory/stopping.md, "Blocks and averages".
class PrecisionAverage {
 public:
  void add(const Gaussian& q);
  [[nodiscard]] Index count() const { return count_; }
  /// @pre count() > 0
  [[nodiscard]] Gaussian average() const;

 private:
  Structure structure_ = Structure::Diagonal;
  Vector mean_, diagonal_;  // precisions 1 / s^2 if diagonal
  Matrix precision_;        // if dense
  LowRankAverage low_rank_;
  Index count_ = 0;
};

}  // namespace g2t
