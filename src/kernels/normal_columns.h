// Independent normal parameters of a batch of draws: sums of squares and gradient.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// Parameters with the same mean; each is a column of a batch of draws.
struct NormalColumns {
  const double* draws = nullptr;  ///< [column_count][stride], of the first draw
  std::size_t stride = 0;
  std::size_t column_count = 0;
  double mean = 0;
};

/// squares[i] = sum over columns of (x_i - mean)^2 for draws i; the results of a draw do not depend on those beside it.
/// @param precision      [draw_count]
/// @param[in,out] score  [column_count][stride]: precision_i (x_i - mean) is taken from it; null: not wanted
void normal_columns(const NormalColumns& columns, std::size_t draw_count, const double* precision, double* score,
                    double* squares);

}  // namespace g2t::kernels
