// Weighted cross products of the columns of a dense design.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// A dense design, whose column 0 is of ones and not stored: [row_count / 8, rounded up][column_count][8 rows], 64-byte
/// aligned, zero past the rows.
struct DenseRows {
  std::size_t row_count = 0;
  std::size_t column_count = 0;  ///< of those that are stored
  const double* values = nullptr;
};

/// Doubles of scratch that gram() needs: some eight for each entry of the result.
std::size_t gram_scratch_size(std::size_t column_count);

/// The sum over rows of weight * x x^T.
/// @param weights     [row_count]
/// @param scratch     [gram_scratch_size(column_count)], 64-byte aligned
/// @param[out] lower  [column_count + 1]^2, by columns: the lower triangle is written, with the diagonal
void gram(const DenseRows& rows, const double* weights, double* scratch, double* lower);

}  // namespace g2t::kernels
