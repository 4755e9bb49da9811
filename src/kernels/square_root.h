// Products with a square root A of a covariance: draws, scores in its frame, and low-rank changes of it.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// draws = mean + A xi for every row xi of normals; [draw_count x d] column-major, mean may be null (zero).
void transform_square_root(const double* mean, const double* a, std::ptrdiff_t d, const double* normals,
                           std::ptrdiff_t draw_count, double* draws);

/// out = A^T v for every row v of vectors; [draw_count x d] both.
void transpose_times(const double* a, std::ptrdiff_t d, const double* vectors, std::ptrdiff_t draw_count, double* out);

/// A += left * right^T, [d x rank] both, column-major.
void add_low_rank(double* a, std::ptrdiff_t d, const double* left, const double* right, std::ptrdiff_t rank);

/// out = A * right, [d x rank] both.
void times_columns(const double* a, std::ptrdiff_t d, const double* right, std::ptrdiff_t rank, double* out);

}  // namespace g2t::kernels
