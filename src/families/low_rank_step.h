// A natural step of a low-rank covariance, and what is kept of it.
#pragma once

#include <families/inverse_root.h>
#include <families/low_rank_tangent.h>

#include <g2t/core/low_rank.hpp>

namespace g2t {

struct LowRankMove {
  Gaussian q;  ///< the mean is as it was
  Index clips = 0;
};

/// The covariance S (G X^-1 G + N (D - I) N) S with D = (I - eta diag(scales))^-1 and X = I - eta (the rest of Omega),
/// either part cut to q's rank. It is the step of the mean-field family at rank 0, that of the full-rank family at
/// rank = dimension, and A (I - eta Omega)^-1 A^T to first order between them, but for scales of parameters that directions
/// carry, which go less far. A direction turns by 45 degrees at most: one whose variance is nearly 1 would turn anywhere,
/// since it costs nothing, and leave the square of its turn behind as a variance.
LowRankMove low_rank_step(const Gaussian& q, const LowRankTangent& omega, double eta, const FactorLimits& limits);

/// A root M of the same covariance to first order in Omega: A (I + N diag(scales) N / 2 + N B W^T + W sym(W^T B) W^T / 2),
/// as S M' with S = the result's scale. It turns as little as it can where q is wide: draws follow W^T xi alone.
struct LowRankPath {
  Gaussian q;
  Matrix columns, turn;  ///< the root is that of q, turned: S G (I + columns (turn - I) columns^T)
};
LowRankPath low_rank_path(const Gaussian& q, const LowRankTangent& omega, double step);

}  // namespace g2t
