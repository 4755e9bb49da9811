// Weighted cross products of the columns of a dense design: sums of eight lanes of rows for each pair of columns.
#include "kernels/gram.h"

#ifndef G2T_KERNELS_GRAM_SIZES
#define G2T_KERNELS_GRAM_SIZES
namespace g2t::kernels {

// Rows that are taken at once: their columns stay in the cache next to the processor.
inline constexpr std::size_t kGramRows = 64;
// Columns are taken in tiles of so many.
inline constexpr std::size_t kGramTall = 4;

// Columns with the one of ones, in whole tiles.
constexpr std::size_t padded_columns(std::size_t column_count) {
  return (column_count + 1 + kGramTall - 1) / kGramTall * kGramTall;
}

// Numbers of the tiles of the lower triangle.
constexpr std::size_t tile_numbers(std::size_t columns) {
  const std::size_t squares = columns / kGramTall;
  return squares * (squares + 1) / 2 * kGramTall * kGramTall * 8;
}

}  // namespace g2t::kernels
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gram.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/column_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

static_assert(kGramTall == kTileLeft);

// A block's columns side by side, as they are and times the weights. Past the rows and columns both are zero.
HWY_INLINE void spread(const DenseRows& rows, std::size_t first, const double* weights, double* plain, double* weighted) {
  const std::size_t count = rows.row_count - first < kGramRows ? rows.row_count - first : kGramRows;
  alignas(64) double padded[kGramRows] = {};
  for (std::size_t row = 0; row < count; ++row) {
    padded[row] = weights[first + row];
    plain[row] = 1;
  }
  for (std::size_t row = count; row < kGramRows; ++row) plain[row] = 0;
  const Lanes zero = broadcast(0.0);
  for (std::size_t at = 0; at < kGramRows; at += 8) {
    const Lanes weight = load(padded + at);
    store(weight, weighted + at);
    const double* from = rows.values + (first + at) * rows.column_count;
    for (std::size_t column = 1; column <= rows.column_count; ++column, from += 8) {
      const Lanes x = at < count ? load(from) : zero;
      store(x, plain + column * kGramRows + at);
      store(weight * x, weighted + column * kGramRows + at);
    }
  }
}

// A tile of the block's columns, from `left` on weighted and from `right` on plain.
HWY_INLINE ColumnTile tile_at(const double* left, const double* right) {
  ColumnTile tile;
  for (std::size_t k = 0; k < kTileLeft; ++k) tile.left[k] = left + k * kGramRows;
  for (std::size_t k = 0; k < kTileRight; ++k) tile.right[k] = right + k * kGramRows;
  return tile;
}

void add_up_gram(const DenseRows& rows, const double* weights, double* scratch, double* lower) {
  const std::size_t columns = padded_columns(rows.column_count), size = rows.column_count + 1;
  double* const plain = scratch;
  double* const weighted = plain + columns * kGramRows;
  double* const sums = weighted + columns * kGramRows;
  for (std::size_t k = 0; k < tile_numbers(columns); ++k) sums[k] = 0;
  for (std::size_t k = size * kGramRows; k < columns * kGramRows; ++k) plain[k] = weighted[k] = 0;
  for (std::size_t first = 0; first < rows.row_count; first += kGramRows) {
    spread(rows, first, weights, plain, weighted);
    double* sum = sums;
    for (std::size_t i = 0; i < columns; i += kTileLeft)
      for (std::size_t j = 0; j < i + kTileLeft; j += kTileRight, sum += kTileSums * 8)
        add_products(tile_at(weighted + i * kGramRows, plain + j * kGramRows), kGramRows, sum);
  }
  const double* sum = sums;
  for (std::size_t i = 0; i < columns; i += kTileLeft)
    for (std::size_t j = 0; j < i + kTileLeft; j += kTileRight)
      for (std::size_t k = 0; k < kTileSums; ++k, sum += 8) {
        const std::size_t row = i + k / kTileRight, column = j + k % kTileRight;
        if (row >= size || column > row) continue;
        lower[column * size + row] = sum_of_lanes(sum);
      }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(add_up_gram);
void gram(const DenseRows& rows, const double* weights, double* scratch, double* lower) {
  HWY_DYNAMIC_DISPATCH(add_up_gram)(rows, weights, scratch, lower);
}

std::size_t gram_scratch_size(std::size_t column_count) {
  const std::size_t columns = padded_columns(column_count);
  return 2 * columns * kGramRows + tile_numbers(columns);
}
}  // namespace g2t::kernels
#endif
