// Products of four columns by two, summed in eight lanes of rows side by side.
// Included once per target by foreach_target.h, so it has Highway's toggled include guard.
#if defined(G2T_KERNELS_COLUMN_TILE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef G2T_KERNELS_COLUMN_TILE_INL_H
#undef G2T_KERNELS_COLUMN_TILE_INL_H
#else
#define G2T_KERNELS_COLUMN_TILE_INL_H
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

inline constexpr std::size_t kTileLeft = 4, kTileRight = 2;
inline constexpr std::size_t kTileSums = kTileLeft * kTileRight;

/// Where the columns of a tile begin.
struct ColumnTile {
  const double* left[kTileLeft];
  const double* right[kTileRight];
};

/// Adds the products of left column k and right column l to sums[k * kTileRight + l], [kTileSums][8], 64-byte aligned: row r
/// to lane r mod 8.
/// @pre row_count is a multiple of 8
HWY_INLINE void add_products(const ColumnTile& tile, std::size_t row_count, double* sums) {
  const Tag t;
  for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
    hn::Vec<Tag> sum[kTileSums];
    HWY_UNROLL(8)
    for (std::size_t k = 0; k < kTileSums; ++k) sum[k] = hn::Load(t, sums + k * 8 + lane);
    for (std::size_t at = lane; at < row_count; at += 8) {
      const auto y0 = hn::LoadU(t, tile.right[0] + at), y1 = hn::LoadU(t, tile.right[1] + at);
      HWY_UNROLL(4)
      for (std::size_t k = 0; k < kTileLeft; ++k) {
        const auto x = hn::LoadU(t, tile.left[k] + at);
        sum[k * kTileRight] = hn::MulAdd(x, y0, sum[k * kTileRight]);
        sum[k * kTileRight + 1] = hn::MulAdd(x, y1, sum[k * kTileRight + 1]);
      }
    }
    HWY_UNROLL(8)
    for (std::size_t k = 0; k < kTileSums; ++k) hn::Store(sum[k], t, sums + k * 8 + lane);
  }
}

/// The sum of eight lanes, in the same order for any instruction set.
HWY_INLINE double sum_of_lanes(const double* sum) {
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
