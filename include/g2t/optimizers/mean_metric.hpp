// A metric for the mean of a mean-field q: the curvature E[-Hessian] with its off-diagonal, which the draws hold
// anyway.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// Running estimate of B = diag(s) E[-Hessian] diag(s) for q = N(m, diag(s)^2), from E[-sym(h xi^T)] = B.
///
/// Kept as E[-Hessian] in the parameters' own units, so that it survives small changes of s; large ones start it anew.
/// A mean-field q moves its mean by single parameters; where they are correlated, only the inverse of B takes it along
/// the valley. Cost: O(d^2) a unit; a Cholesky factorisation, O(d^3), whenever the number of units has grown by a
/// quarter. Source: docs/theory/natural-steps.md, "A metric for the mean".
class MeanMetric {
 public:
  explicit MeanMetric(Index dimension);

  /// @param residuals  h + xi, odd part if units are pairs, [unit_count x dimension]; h = s * score
  /// @param normals    [unit_count x dimension]
  void observe(const Matrix& residuals, const Matrix& normals, const Vector& scale);
  /// Gives what was seen so far less weight, after q has moved far.
  void forget(double share);
  /// Takes an exact or better known E[-Hessian] as if it came from `units` units.
  void set(const Matrix& curvature, double units);

  /// True once there are enough units to tell correlation from noise.
  [[nodiscard]] bool is_usable() const;
  /// B^-1 delta, with the noise of the estimate added to B's diagonal.
  [[nodiscard]] Vector solve(const Vector& delta, const Vector& scale) const;
  /// B^-1/2 applied to every row: rows' squared lengths are then x^T B^-1 x.
  [[nodiscard]] Matrix half_solve(const Matrix& rows, const Vector& scale) const;
  /// B in units of `scale`, as estimated.
  [[nodiscard]] Matrix curvature(const Vector& scale) const;
  /// sqrt of the diagonal of B^-1, [dimension]: the posterior's sds over q's.
  [[nodiscard]] Vector marginal_sd_ratio(const Vector& scale) const;

 private:
  void refresh(const Vector& scale) const;

  Matrix sum_;    // of -Hessian estimates, lower triangle
  Vector start_;  // q's scale when the sum was begun
  double units_ = 0;
  mutable Matrix factor_;  // lower Cholesky factor of B, and what was added, in units of reference_
  mutable Vector reference_;
  mutable double refreshed_at_ = 0;
};

}  // namespace g2t
