// Draws and gradients of a full-rank Gaussian: z = m + L xi, and the mean of tril(v xi^T) over draws.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// Offset of column j in a lower triangle packed by columns: (j, j), (j + 1, j), ... (d - 1, j).
inline std::ptrdiff_t packed_column(std::ptrdiff_t d, std::ptrdiff_t j) { return j * d - j * (j - 1) / 2; }

/// Some of the rows of a batch.
struct BatchRows {
  std::ptrdiff_t draw_count = 0;      ///< of the whole batch
  std::ptrdiff_t first = 0, end = 0;  ///< `first` is a multiple of eight
};

/// draws = mean + L xi for some rows xi of normals; both [draw_count x d] column-major, mean may be null (zero).
/// @param cholesky  [d x d] column-major; only the lower triangle is read
void transform_full_rank(const double* mean, const double* cholesky, std::ptrdiff_t d, const double* normals,
                         const BatchRows& rows, double* draws);

/// packed = mean over the draws of tril(v xi^T); vectors and normals [draw_count x d] column-major.
/// @param packed  [d (d + 1) / 2] by columns, overwritten
void mean_lower_outer_product(std::ptrdiff_t d, const double* vectors, const double* normals,
                              std::ptrdiff_t draw_count, double* packed);

}  // namespace g2t::kernels
