// The square root A of a low-rank Gaussian's covariance, turned by what moves made of it.
#pragma once

#include <g2t/core/low_rank.hpp>

namespace g2t {

/// A = S G R with S = diag(scale), G = I + W diag(f) W^T, f = sqrt(variances) - 1 and R orthogonal, R = I + Q C Q^T.
///
/// Vectors A^T v in q's frame are R^T times those of the root S G, in which all formulas are written: `untwisted` takes
/// them there. R is the identity but after a move, where draws follow the move's own path.
class TurnedRoot {
 public:
  TurnedRoot() = default;
  explicit TurnedRoot(const Gaussian& q);

  /// x A^T for every row x.
  [[nodiscard]] Matrix times(const Matrix& rows) const;
  /// v A for every row v.
  [[nodiscard]] Matrix transposed_times(const Matrix& rows) const;
  /// A^-T x for a vector of the frame.
  [[nodiscard]] Vector solve_transposed(const Vector& x) const;
  /// R x for every row x.
  [[nodiscard]] Matrix untwisted(const Matrix& rows) const {
    return rows + (rows * turned_) * turn_.transpose() * turned_.transpose();
  }
  [[nodiscard]] bool is_twisted() const { return turned_.cols() > 0; }
  /// G x for every column, and G^-1 x.
  [[nodiscard]] Matrix inner_times(const Matrix& columns) const {
    return columns + basis_ * root_.asDiagonal() * (basis_.transpose() * columns);
  }
  [[nodiscard]] Matrix inner_solve(const Matrix& columns) const {
    return columns + basis_ * inverse_root_.asDiagonal() * (basis_.transpose() * columns);
  }

  /// R <- (I + Q (turn - I) Q^T) R.
  /// @param columns  Q, [dimension x count], orthonormal
  /// @param turn     [count x count], orthogonal
  void twist(const Matrix& columns, const Matrix& turn);
  /// The twists of another root, on this one.
  void twist_as(const TurnedRoot& other) { turned_ = other.turned_, turn_ = other.turn_; }

 private:
  Vector scale_;
  Matrix basis_;
  Vector root_, inverse_root_;  // f, and 1 / (1 + f) - 1
  Matrix turned_, turn_;        // Q and C
};

}  // namespace g2t
