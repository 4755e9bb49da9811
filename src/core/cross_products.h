// Sums over rows of products of columns, in threads: moments of draws.
#pragma once

#include <functional>
#include <g2t/core/types.hpp>

namespace g2t {

/// Adds left^T right, of matrices of as many rows, to columns of `out` from `column` on.
void add_cross_products(const Matrix& left, const Matrix& right, Matrix& out, Index column = 0);
/// Adds left^T right, which is symmetric, to `out`: only its lower triangle is of use then.
void add_symmetric_products(const Matrix& left, const Matrix& right, Matrix& out);

/// Calls use(first row, rows) for blocks of some hundred rows, by the threads in scope.
void share_row_blocks(Index row_count, const std::function<void(Index first, Index rows)>& use);

/// The sum of what add(first row, rows, sum) adds for blocks of rows, [height x width]; any number of threads in scope gives
/// the same sum.
[[nodiscard]] Matrix sum_over_rows(Index row_count, Index height, Index width,
                                   const std::function<void(Index first, Index rows, Matrix& sum)>& add);

/// The sum of weight (x - mean)(x - mean)^T over the rows x, [dimension x dimension].
/// @param weights  [row_count]
[[nodiscard]] Matrix weighted_covariance(const Matrix& rows, const Vector& mean, const Vector& weights);

}  // namespace g2t
