// Register tiles of four rows by eight draws, and of four columns for low-rank changes; see square_root.h.
#include <kernels/square_root.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/square_root.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, 4>;  // a tile has eight accumulators: enough to hide the latency of MulAdd
using Single = hn::CappedTag<double, 1>;
using Doubles = hn::Vec<Tag>;

HWY_INLINE Doubles start_of_row(const double* start, std::ptrdiff_t i) {
  return hn::Set(Tag(), start == nullptr ? 0.0 : start[i]);
}

// out(i) = start(i) + sum over k, in order, of a[i * row + k * column] in(k); in and out are blocks, [d][8].
void ProductBlock(const double* start, const double* a, std::ptrdiff_t row, std::ptrdiff_t column, std::ptrdiff_t d,
                  const double* in, double* out) {
  const Tag t;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(t));
  std::ptrdiff_t i = 0;
  for (; i + 4 <= d; i += 4)
    for (std::ptrdiff_t lane = 0; lane < 8; lane += 2 * lanes) {
      Doubles z0 = start_of_row(start, i), z1 = start_of_row(start, i + 1), z2 = start_of_row(start, i + 2),
              z3 = start_of_row(start, i + 3);
      Doubles y0 = z0, y1 = z1, y2 = z2, y3 = z3;
      const double* p = a + i * row;
      const double* x = in + lane;
      for (std::ptrdiff_t k = 0; k < d; ++k, p += column, x += 8) {
        const Doubles u = hn::LoadU(t, x), v = hn::LoadU(t, x + lanes);
        const Doubles a0 = hn::Set(t, p[0]), a1 = hn::Set(t, p[row]);
        z0 = hn::MulAdd(a0, u, z0), y0 = hn::MulAdd(a0, v, y0);
        z1 = hn::MulAdd(a1, u, z1), y1 = hn::MulAdd(a1, v, y1);
        const Doubles a2 = hn::Set(t, p[2 * row]), a3 = hn::Set(t, p[3 * row]);
        z2 = hn::MulAdd(a2, u, z2), y2 = hn::MulAdd(a2, v, y2);
        z3 = hn::MulAdd(a3, u, z3), y3 = hn::MulAdd(a3, v, y3);
      }
      double* z = out + i * 8 + lane;
      hn::StoreU(z0, t, z), hn::StoreU(y0, t, z + lanes);
      hn::StoreU(z1, t, z + 8), hn::StoreU(y1, t, z + 8 + lanes);
      hn::StoreU(z2, t, z + 16), hn::StoreU(y2, t, z + 16 + lanes);
      hn::StoreU(z3, t, z + 24), hn::StoreU(y3, t, z + 24 + lanes);
    }
  for (; i < d; ++i)
    for (std::ptrdiff_t lane = 0; lane < 8; lane += lanes) {
      Doubles z = start_of_row(start, i);
      for (std::ptrdiff_t k = 0; k < d; ++k)
        z = hn::MulAdd(hn::Set(t, a[i * row + k * column]), hn::LoadU(t, in + k * 8 + lane), z);
      hn::StoreU(z, t, out + i * 8 + lane);
    }
}

// Rows i .. i + Lanes(t) - 1 of four columns; a, left and right point at the first entry.
template <class T>
HWY_INLINE void add_to_four_columns(T t, double* a, const double* left, const double* right, std::ptrdiff_t d,
                                    std::ptrdiff_t rank) {
  auto z0 = hn::LoadU(t, a), z1 = hn::LoadU(t, a + d), z2 = hn::LoadU(t, a + 2 * d), z3 = hn::LoadU(t, a + 3 * d);
  for (std::ptrdiff_t k = 0; k < rank; ++k, left += d, right += d) {
    const auto x = hn::LoadU(t, left);
    z0 = hn::MulAdd(x, hn::Set(t, right[0]), z0), z1 = hn::MulAdd(x, hn::Set(t, right[1]), z1);
    z2 = hn::MulAdd(x, hn::Set(t, right[2]), z2), z3 = hn::MulAdd(x, hn::Set(t, right[3]), z3);
  }
  hn::StoreU(z0, t, a), hn::StoreU(z1, t, a + d), hn::StoreU(z2, t, a + 2 * d), hn::StoreU(z3, t, a + 3 * d);
}

template <class T>
HWY_INLINE void add_to_column(T t, double* a, const double* left, const double* right, std::ptrdiff_t d,
                              std::ptrdiff_t rank) {
  auto z = hn::LoadU(t, a);
  for (std::ptrdiff_t k = 0; k < rank; ++k) z = hn::MulAdd(hn::LoadU(t, left + k * d), hn::Set(t, right[k * d]), z);
  hn::StoreU(z, t, a);
}

// As add_to_four_columns, for twice as many rows: one broadcast serves two vectors.
HWY_INLINE void add_twice(double* a, const double* left, const double* right, std::ptrdiff_t d, std::ptrdiff_t rank) {
  const Tag t;
  double* b = a + hn::Lanes(t);
  const double* below = left + hn::Lanes(t);
  Doubles z0 = hn::LoadU(t, a), z1 = hn::LoadU(t, a + d), z2 = hn::LoadU(t, a + 2 * d), z3 = hn::LoadU(t, a + 3 * d);
  Doubles y0 = hn::LoadU(t, b), y1 = hn::LoadU(t, b + d), y2 = hn::LoadU(t, b + 2 * d), y3 = hn::LoadU(t, b + 3 * d);
  for (std::ptrdiff_t k = 0; k < rank; ++k, left += d, below += d, right += d) {
    const Doubles u = hn::LoadU(t, left), v = hn::LoadU(t, below);
    const Doubles r0 = hn::Set(t, right[0]), r1 = hn::Set(t, right[1]);
    z0 = hn::MulAdd(u, r0, z0), y0 = hn::MulAdd(v, r0, y0);
    z1 = hn::MulAdd(u, r1, z1), y1 = hn::MulAdd(v, r1, y1);
    const Doubles r2 = hn::Set(t, right[2]), r3 = hn::Set(t, right[3]);
    z2 = hn::MulAdd(u, r2, z2), y2 = hn::MulAdd(v, r2, y2);
    z3 = hn::MulAdd(u, r3, z3), y3 = hn::MulAdd(v, r3, y3);
  }
  hn::StoreU(z0, t, a), hn::StoreU(z1, t, a + d), hn::StoreU(z2, t, a + 2 * d), hn::StoreU(z3, t, a + 3 * d);
  hn::StoreU(y0, t, b), hn::StoreU(y1, t, b + d), hn::StoreU(y2, t, b + 2 * d), hn::StoreU(y3, t, b + 3 * d);
}

void AddLowRank(double* a, std::ptrdiff_t d, const double* left, const double* right, std::ptrdiff_t rank) {
  const Tag t;
  const Single single;  // the last rows, one at a time: as fused as the vectors
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(t));
  std::ptrdiff_t j = 0;
  for (; j + 4 <= d; j += 4) {
    double* column = a + j * d;
    std::ptrdiff_t i = 0;
    for (; i + 2 * lanes <= d; i += 2 * lanes) add_twice(column + i, left + i, right + j, d, rank);
    for (; i + lanes <= d; i += lanes) add_to_four_columns(t, column + i, left + i, right + j, d, rank);
    for (; i < d; ++i) add_to_four_columns(single, column + i, left + i, right + j, d, rank);
  }
  for (; j < d; ++j) {
    double* column = a + j * d;
    std::ptrdiff_t i = 0;
    for (; i + lanes <= d; i += lanes) add_to_column(t, column + i, left + i, right + j, d, rank);
    for (; i < d; ++i) add_to_column(single, column + i, left + i, right + j, d, rank);
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <vector>
namespace g2t::kernels {
HWY_EXPORT(ProductBlock);
HWY_EXPORT(AddLowRank);
namespace {

// A matrix in memory: entry (i, k) is i * row + k * column doubles from the first.
struct Strides {
  std::ptrdiff_t row, column;
};

// The batch's draws are its rows. `in` and `out` have the same strides; a batch of eight is a block as it stands.
void product(const double* start, const double* a, Strides of_a, std::ptrdiff_t d, const double* in, Strides of_batch,
             std::ptrdiff_t draw_count, double* out) {
  if (draw_count == 8 && of_batch.row == 1) {
    HWY_DYNAMIC_DISPATCH(ProductBlock)(start, a, of_a.row, of_a.column, d, in, out);
    return;
  }
  thread_local std::vector<double> from, to;
  from.resize(static_cast<std::size_t>(8 * d));
  to.resize(static_cast<std::size_t>(8 * d));
  for (std::ptrdiff_t first = 0; first < draw_count; first += 8) {
    const std::ptrdiff_t rows = std::min<std::ptrdiff_t>(8, draw_count - first), offset = first * of_batch.row;
    for (std::ptrdiff_t j = 0; j < d; ++j)
      for (std::ptrdiff_t s = 0; s < 8; ++s)
        from[static_cast<std::size_t>(j * 8 + s)] =
            s < rows ? in[offset + s * of_batch.row + j * of_batch.column] : 0.0;
    HWY_DYNAMIC_DISPATCH(ProductBlock)(start, a, of_a.row, of_a.column, d, from.data(), to.data());
    for (std::ptrdiff_t j = 0; j < d; ++j)
      for (std::ptrdiff_t s = 0; s < rows; ++s)
        out[offset + s * of_batch.row + j * of_batch.column] = to[static_cast<std::size_t>(j * 8 + s)];
  }
}

}  // namespace

void transform_square_root(const double* mean, const double* a, std::ptrdiff_t d, const double* normals,
                           std::ptrdiff_t draw_count, double* draws) {
  product(mean, a, {1, d}, d, normals, {1, draw_count}, draw_count, draws);
}

void transpose_times(const double* a, std::ptrdiff_t d, const double* vectors, std::ptrdiff_t draw_count, double* out) {
  product(nullptr, a, {d, 1}, d, vectors, {1, draw_count}, draw_count, out);
}

void add_low_rank(double* a, std::ptrdiff_t d, const double* left, const double* right, std::ptrdiff_t rank) {
  HWY_DYNAMIC_DISPATCH(AddLowRank)(a, d, left, right, rank);
}

void times_columns(const double* a, std::ptrdiff_t d, const double* right, std::ptrdiff_t rank, double* out) {
  product(nullptr, a, {1, d}, d, right, {d, 1}, rank, out);
}

}  // namespace g2t::kernels
#endif
