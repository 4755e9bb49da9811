// Products of the columns of two matrices.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// The columns of a matrix of `row_count` rows, each contiguous.
struct Columns {
  const double* values = nullptr;
  std::size_t count = 0;
  std::size_t stride = 0;  ///< from one column to the next
};

/// out += left^T right; out is [left.count x right.count] by columns. Sums are made in the same order by any instruction set.
/// @param lower_only  entries above the diagonal are left as they are, or not: for symmetric products
void add_cross_products(std::size_t row_count, const Columns& left, const Columns& right, bool lower_only, double* out);

}  // namespace g2t::kernels
