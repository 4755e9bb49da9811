// Plain loops.
#include <kernels/square_root.h>
namespace g2t::kernels {
void transform_square_root(const double* mean, const double* a, std::ptrdiff_t d, const double* normals,
                           std::ptrdiff_t draw_count, double* draws) {
  for (std::ptrdiff_t i = 0; i < d; ++i)
    for (std::ptrdiff_t s = 0; s < draw_count; ++s) draws[i * draw_count + s] = mean == nullptr ? 0 : mean[i];
  for (std::ptrdiff_t j = 0; j < d; ++j)
    for (std::ptrdiff_t i = 0; i < d; ++i)
      for (std::ptrdiff_t s = 0; s < draw_count; ++s) draws[i * draw_count + s] += a[j * d + i] * normals[j * draw_count + s];
}
void transpose_times(const double* a, std::ptrdiff_t d, const double* vectors, std::ptrdiff_t draw_count, double* out) {
  for (std::ptrdiff_t j = 0; j < d; ++j) {
    for (std::ptrdiff_t s = 0; s < draw_count; ++s) out[j * draw_count + s] = 0;
    for (std::ptrdiff_t i = 0; i < d; ++i)
      for (std::ptrdiff_t s = 0; s < draw_count; ++s) out[j * draw_count + s] += a[j * d + i] * vectors[i * draw_count + s];
  }
}
void add_low_rank(double* a, std::ptrdiff_t d, const double* left, const double* right, std::ptrdiff_t rank) {
  for (std::ptrdiff_t j = 0; j < d; ++j)
    for (std::ptrdiff_t k = 0; k < rank; ++k)
      for (std::ptrdiff_t i = 0; i < d; ++i) a[j * d + i] += left[k * d + i] * right[k * d + j];
}
void times_columns(const double* a, std::ptrdiff_t d, const double* right, std::ptrdiff_t rank, double* out) {
  for (std::ptrdiff_t k = 0; k < rank; ++k) {
    for (std::ptrdiff_t i = 0; i < d; ++i) out[k * d + i] = 0;
    for (std::ptrdiff_t j = 0; j < d; ++j)
      for (std::ptrdiff_t i = 0; i < d; ++i) out[k * d + i] += a[j * d + i] * right[k * d + j];
  }
}
}  // namespace g2t::kernels
