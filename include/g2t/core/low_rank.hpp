// Covariances that are the identity but for a few directions.
#pragma once

#include <g2t/core/gaussian.hpp>

namespace g2t {

/// I + basis diag(variances - 1) basis^T: the inner part of a low-rank Gaussian.
struct Directions {
  Matrix basis;      ///< [dimension x count], orthonormal columns
  Vector variances;  ///< [count]

  [[nodiscard]] Index count() const { return variances.size(); }
};

/// diag(scale) basis, [dimension x rank]: no columns unless q is low-rank.
Matrix scaled_basis(const Gaussian& q);

/// By eigenvalues: of I + columns inner columns^T. Cost: O(dimension count^2).
/// @param columns  [dimension x count], any
/// @param inner    [count x count], symmetric
Directions directions_of(const Matrix& columns, const Matrix& inner);

/// Nats by which q is worse if the variance along a direction is 1 instead: the Kullback-Leibler divergence of the two.
double cost_without(double variance);

/// How many of the variances cost at least so many nats if they are left out.
Index count_worth(const Vector& variances, double nats);

/// N(mean, diag(scale) (I + ...) diag(scale)) with the `rank` directions that cost most if they are left out. The
/// others' share of the marginal variances goes to the scale.
Gaussian low_rank_gaussian(const Vector& mean, const Vector& scale, const Directions& directions, Index rank);

}  // namespace g2t
