// Symmetric matrices that a low-rank covariance can move along, seen from inside q.
#pragma once

#include <families/complement_squares.h>

namespace g2t {

/// Omega = N diag(scales) N + N B W^T + W B^T N + W sym(W^T B) W^T with N = I - W W^T and B = along: all that Omega can be.
struct LowRankTangent {
  Vector scales;  ///< [dimension]
  Matrix along;   ///< B, [dimension x rank]: Omega W, up to an antisymmetric part of W^T B, which does nothing
};

/// The tangent space at one W, with its metric.
class LowRankTangents {
 public:
  /// @param basis  W, [dimension x rank]
  explicit LowRankTangents(const Matrix& basis);

  /// tr(Omega_a Omega_b).
  [[nodiscard]] double product(const LowRankTangent& a, const LowRankTangent& b) const;
  /// M with tr(T Omega) = diag(N T N) . scales + tr(M^T T W) for any T.
  [[nodiscard]] Matrix dual(const LowRankTangent& a) const;
  /// Of the projection of T: Omega W without the antisymmetric part.
  /// @param along  T W
  [[nodiscard]] Matrix cleaned(const Matrix& along) const;
  /// N x for every row x.
  [[nodiscard]] Matrix complement(const Matrix& rows) const { return rows - (rows * basis_) * basis_.transpose(); }
  /// diag(N X N) of a symmetric X.
  /// @param diagonal  of X
  /// @param products  X W
  [[nodiscard]] Vector complement_diagonal(const Vector& diagonal, const Matrix& products) const;
  /// The scales of a projection from diag(N T N), for every column.
  [[nodiscard]] Matrix scales(const Matrix& complement_diagonals) const { return squares_.solve(complement_diagonals); }
  [[nodiscard]] const ComplementSquares& squares() const { return squares_; }
  /// E with Omega = diag(scales) + E W^T + W E^T, [dimension x rank].
  [[nodiscard]] Matrix beside_diagonal(const LowRankTangent& a) const;

 private:
  Matrix basis_;
  ComplementSquares squares_;
};

}  // namespace g2t
