// X^-1/2 of X = I - eta Omega with clipped eigenvalues: the factor of A in a natural step.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

struct FactorLimits {
  double least = 0.67;
  double most = 20;
};

/// X = shift * (I + W Q diag(w - 1) Q^T W^T) with orthonormal columns of W, from Omega = shift part + low rank.
struct LowRankRoot {
  double scale = 1;  ///< shift^-1/2
  Matrix basis;      ///< W Q, [dimension x rank]
  Vector factors;    ///< w^-1/2 - 1, [rank]
  Index clips = 0;

  /// X^-1/2 v.
  [[nodiscard]] Vector times(const Vector& v) const;
};

/// Of Omega = identity * I + sum over units of sym(l r^T) / unit_count; left and right are [unit_count x dimension].
/// @pre 2 unit_count <= dimension
LowRankRoot low_rank_inverse_root(double identity, const Matrix& left, const Matrix& right, double eta,
                                  const FactorLimits& limits);

/// A square root R of X^-1 for any symmetric Omega: R R^T = X^-1, [dimension x dimension].
struct DenseRoot {
  Matrix root;
  Index clips = 0;
};
DenseRoot dense_inverse_root(const Matrix& t, double eta, const FactorLimits& limits);

}  // namespace g2t
