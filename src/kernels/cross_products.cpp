// Tiles of four columns by two, whose products are summed in eight lanes of rows side by side.
#include "kernels/cross_products.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cross_products.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/column_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

inline constexpr std::size_t kBlock = 512;  // rows: a tile's columns stay in the first cache, all columns in the second

// Which column is the tile's k-th: one at the edge takes its last column again.
HWY_INLINE std::size_t column_of(std::size_t first, std::size_t k, std::size_t count) {
  return first + k < count ? first + k : count - 1;
}

// Past the rows there are zeros.
HWY_INLINE void add_tile(ColumnTile tile, std::size_t row_count, double* sums) {
  const std::size_t whole = row_count / 8 * 8;
  add_products(tile, whole, sums);
  if (whole == row_count) return;
  double rest[kTileLeft + kTileRight][8] = {};
  for (std::size_t k = 0; k < kTileLeft + kTileRight; ++k) {
    const double*& column = k < kTileLeft ? tile.left[k] : tile.right[k - kTileLeft];
    for (std::size_t row = whole; row < row_count; ++row) rest[k][row - whole] = column[row];
    column = rest[k];
  }
  add_products(tile, 8, sums);
}

void AddCrossProducts(std::size_t row_count, const Columns& left, const Columns& right, bool lower_only, double* out) {
  for (std::size_t first = 0; first < row_count; first += kBlock) {
    const std::size_t rows = row_count - first < kBlock ? row_count - first : kBlock;
    for (std::size_t i = 0; i < left.count; i += kTileLeft)
      for (std::size_t j = 0; j < right.count && (!lower_only || j < i + kTileLeft); j += kTileRight) {
        ColumnTile tile;
        for (std::size_t k = 0; k < kTileLeft; ++k)
          tile.left[k] = left.values + column_of(i, k, left.count) * left.stride + first;
        for (std::size_t k = 0; k < kTileRight; ++k)
          tile.right[k] = right.values + column_of(j, k, right.count) * right.stride + first;
        alignas(64) double sums[kTileSums * 8] = {};
        add_tile(tile, rows, sums);
        const double* sum = sums;
        for (std::size_t k = 0; k < kTileSums; ++k, sum += 8) {
          const std::size_t row = i + k / kTileRight, column = j + k % kTileRight;
          if (row >= left.count || column >= right.count) continue;
          out[column * left.count + row] += sum_of_lanes(sum);
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
