// The metric of scales beside a low-rank part: squares of the entries of a projection.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// N o N with N = I - W W^T: <N diag(x) N, N diag(y) N> = x . (N o N) y.
class ComplementSquares {
 public:
  /// @param basis  W, [dimension x rank], orthonormal columns
  explicit ComplementSquares(const Matrix& basis);

  /// True if (N o N) x = 0 for some x: then solve() takes the shortest solution.
  [[nodiscard]] bool is_singular() const { return is_singular_; }
  /// (N o N) x for every column. Cost: O(dimension rank^2) each.
  [[nodiscard]] Matrix times(const Matrix& columns) const;
  /// x with (N o N) x = column, for columns in its range, which is smaller where the rank is near the dimension.
  /// Cost: ten products or so; where the dimension is less than sixteen times the rank, one factorisation for all columns.
  [[nodiscard]] Matrix solve(const Matrix& columns) const;
  /// column . x of those solutions, to a relative error of 1e-5. Cost: a third of that.
  [[nodiscard]] Vector inverse_quadratic(const Matrix& columns) const;

 private:
  [[nodiscard]] Matrix solve(const Matrix& columns, double residual_share) const;
  [[nodiscard]] Matrix least_solution(const Matrix& columns) const;

  Matrix basis_;
  Vector squares_;  // of W's rows
  Vector inverse_diagonal_;
  bool is_singular_ = false;  // for sure, or nearly
  mutable Matrix factor_;  // Cholesky factor of N o N, made when it is needed first; empty: there is none
};

}  // namespace g2t
