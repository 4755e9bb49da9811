// Tiles of four columns by two, whose products are summed in eight lanes of rows side by side.
#include "kernels/cross_products.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cross_products.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

inline constexpr std::size_t kLeft = 4, kRight = 2;
inline constexpr std::size_t kBlock = 512;  // rows: a tile's columns stay in the first cache, all columns in the second

// Where the columns of a tile begin. A tile at the edge takes its last column again.
struct TileColumns {
  const double* left[kLeft];
  const double* right[kRight];
};

HWY_INLINE std::size_t column_of(std::size_t first, std::size_t k, std::size_t count) {
  return first + k < count ? first + k : count - 1;
}

// Adds the products of whole lanes to `sums`, [kLeft * kRight][8].
HWY_INLINE void add_lanes(const TileColumns& columns, std::size_t row_count, double* sums) {
  const Tag t;
  for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
    hn::Vec<Tag> sum[kLeft * kRight];
    HWY_UNROLL(8)
    for (std::size_t k = 0; k < kLeft * kRight; ++k) sum[k] = hn::Load(t, sums + k * 8 + lane);
    for (std::size_t at = lane; at < row_count; at += 8) {
      const auto y0 = hn::LoadU(t, columns.right[0] + at), y1 = hn::LoadU(t, columns.right[1] + at);
      HWY_UNROLL(4)
      for (std::size_t k = 0; k < kLeft; ++k) {
        const auto x = hn::LoadU(t, columns.left[k] + at);
        sum[k * kRight] = hn::MulAdd(x, y0, sum[k * kRight]);
        sum[k * kRight + 1] = hn::MulAdd(x, y1, sum[k * kRight + 1]);
      }
    }
    HWY_UNROLL(8)
    for (std::size_t k = 0; k < kLeft * kRight; ++k) hn::Store(sum[k], t, sums + k * 8 + lane);
  }
}

// Past the rows there are zeros.
HWY_INLINE void add_tile(TileColumns columns, std::size_t row_count, double* sums) {
  const std::size_t whole = row_count / 8 * 8;
  add_lanes(columns, whole, sums);
  if (whole == row_count) return;
  double rest[kLeft + kRight][8] = {};
  for (std::size_t k = 0; k < kLeft + kRight; ++k) {
    const double*& column = k < kLeft ? columns.left[k] : columns.right[k - kLeft];
    for (std::size_t row = whole; row < row_count; ++row) rest[k][row - whole] = column[row];
    column = rest[k];
  }
  add_lanes(columns, 8, sums);
}

void AddCrossProducts(std::size_t row_count, const Columns& left, const Columns& right, bool lower_only, double* out) {
  for (std::size_t first = 0; first < row_count; first += kBlock) {
    const std::size_t rows = row_count - first < kBlock ? row_count - first : kBlock;
    for (std::size_t i = 0; i < left.count; i += kLeft)
      for (std::size_t j = 0; j < right.count && (!lower_only || j < i + kLeft); j += kRight) {
        TileColumns columns;
        for (std::size_t k = 0; k < kLeft; ++k)
          columns.left[k] = left.values + column_of(i, k, left.count) * left.stride + first;
        for (std::size_t k = 0; k < kRight; ++k)
          columns.right[k] = right.values + column_of(j, k, right.count) * right.stride + first;
        alignas(64) double sums[kLeft * kRight * 8] = {};
        add_tile(columns, rows, sums);
        const double* sum = sums;
        for (std::size_t k = 0; k < kLeft * kRight; ++k, sum += 8) {
          const std::size_t row = i + k / kRight, column = j + k % kRight;
          if (row >= left.count || column >= right.count) continue;
          out[column * left.count + row] += ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
        }
      }
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(AddCrossProducts);
void add_cross_products(std::size_t row_count, const Columns& left, const Columns& right, bool lower_only, double* out) {
  if (left.count == 0 || right.count == 0) return;
  HWY_DYNAMIC_DISPATCH(AddCrossProducts)(row_count, left, right, lower_only, out);
}
}  // namespace g2t::kernels
#endif
