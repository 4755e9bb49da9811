// The coordinates in which chains move: those of q, then those of the draws so far; or the scales of the draws alone.
#pragma once

#include <g2t/core/gaussian.hpp>

namespace g2t {

/// Above this dimension the metric keeps q's correlations, and learns scales alone.
inline constexpr Index kMaxDenseMetric = 1000;

/// Positions move by R xi for standard normal momenta xi, so the kinetic energy has the metric (R R^T)^-1. R is q's
/// root at first.
class ChainMetric {
 public:
  explicit ChainMetric(const Gaussian& q);

  /// R becomes a root of the draws' covariance. In q's coordinates correlations are shrunk by 5 d / (5 d + n) for n
  /// draws of d parameters.
  /// @param draws  [draw_count x dimension]
  void update(const Matrix& draws);
  /// R becomes the diagonal matrix of the draws' sds.
  void update_scales(const Matrix& draws);

  /// R xi for every row xi, [chain_count x dimension].
  [[nodiscard]] Matrix velocity(const Matrix& momenta) const;
  /// R^T g for every row g.
  [[nodiscard]] Matrix force(const Matrix& score) const;

 private:
  void set_root();

  Gaussian q_, root_;   // root_: of mean zero
  Gaussian transposed_; // R^T in the reverse order of coordinates, in which it is lower triangular
};

}  // namespace g2t
