// Blocks of eight draws as lanes, register tiles of eight rows; see full_rank.h for the contract.
#include <kernels/full_rank.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/full_rank.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, 8>;
using Single = hn::CappedTag<double, 1>;
using Doubles = hn::Vec<Tag>;

HWY_INLINE Doubles mean_of_row(const double* mean, std::ptrdiff_t i) {
  return hn::Set(Tag(), mean == nullptr ? 0.0 : mean[i]);
}

// One row of a triangle, columns from `first` to `row`, added to z.
HWY_INLINE Doubles add_row(const double* l, std::ptrdiff_t d, std::ptrdiff_t row, std::ptrdiff_t first,
                           const double* normals, Doubles z) {
  for (std::ptrdiff_t j = first; j <= row; ++j)
    z = hn::MulAdd(hn::Set(Tag(), l[j * d + row]), hn::LoadU(Tag(), normals + j * 8), z);
  return z;
}

// normals and draws are one block, [d][8].
void TransformBlock(const double* mean, const double* l, std::ptrdiff_t d, const double* normals, double* draws) {
  const Tag t;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(t));
  std::ptrdiff_t i = 0;
  for (; i + 8 <= d; i += 8)
    for (std::ptrdiff_t lane = 0; lane < 8; lane += lanes) {
      Doubles z0 = mean_of_row(mean, i), z1 = mean_of_row(mean, i + 1), z2 = mean_of_row(mean, i + 2),
              z3 = mean_of_row(mean, i + 3), z4 = mean_of_row(mean, i + 4), z5 = mean_of_row(mean, i + 5),
              z6 = mean_of_row(mean, i + 6), z7 = mean_of_row(mean, i + 7);
      const double* column = l + i;
      for (std::ptrdiff_t j = 0; j < i; ++j, column += d) {
        const Doubles x = hn::LoadU(t, normals + j * 8 + lane);
        z0 = hn::MulAdd(hn::Set(t, column[0]), x, z0), z1 = hn::MulAdd(hn::Set(t, column[1]), x, z1);
        z2 = hn::MulAdd(hn::Set(t, column[2]), x, z2), z3 = hn::MulAdd(hn::Set(t, column[3]), x, z3);
        z4 = hn::MulAdd(hn::Set(t, column[4]), x, z4), z5 = hn::MulAdd(hn::Set(t, column[5]), x, z5);
        z6 = hn::MulAdd(hn::Set(t, column[6]), x, z6), z7 = hn::MulAdd(hn::Set(t, column[7]), x, z7);
      }
      double* out = draws + i * 8 + lane;
      const double* x = normals + lane;
      hn::StoreU(add_row(l, d, i, i, x, z0), t, out), hn::StoreU(add_row(l, d, i + 1, i, x, z1), t, out + 8);
      hn::StoreU(add_row(l, d, i + 2, i, x, z2), t, out + 16), hn::StoreU(add_row(l, d, i + 3, i, x, z3), t, out + 24);
      hn::StoreU(add_row(l, d, i + 4, i, x, z4), t, out + 32), hn::StoreU(add_row(l, d, i + 5, i, x, z5), t, out + 40);
      hn::StoreU(add_row(l, d, i + 6, i, x, z6), t, out + 48), hn::StoreU(add_row(l, d, i + 7, i, x, z7), t, out + 56);
    }
  for (; i < d; ++i)
    for (std::ptrdiff_t lane = 0; lane < 8; lane += lanes)
      hn::StoreU(add_row(l, d, i, 0, normals + lane, mean_of_row(mean, i)), t, draws + i * 8 + lane);
}

// Entries of one column from eight draws of the vectors, v[s * stride]; in one order for any number of lanes, so that any
// width gives the same bits.
template <class T>
struct OuterRows {
  hn::Vec<T> v0, v1, v2, v3, v4, v5, v6, v7;

  HWY_INLINE OuterRows(T t, const double* v, std::ptrdiff_t stride)
      : v0(hn::LoadU(t, v)), v1(hn::LoadU(t, v + stride)), v2(hn::LoadU(t, v + 2 * stride)), v3(hn::LoadU(t, v + 3 * stride)),
        v4(hn::LoadU(t, v + 4 * stride)), v5(hn::LoadU(t, v + 5 * stride)), v6(hn::LoadU(t, v + 6 * stride)),
        v7(hn::LoadU(t, v + 7 * stride)) {}

  HWY_INLINE void add(T t, const double* x, bool is_first, double* out) const {
    hn::Vec<T> a = hn::Mul(v0, hn::Set(t, x[0])), b = hn::Mul(v1, hn::Set(t, x[1]));
    a = hn::MulAdd(v2, hn::Set(t, x[2]), a), b = hn::MulAdd(v3, hn::Set(t, x[3]), b);
    a = hn::MulAdd(v4, hn::Set(t, x[4]), a), b = hn::MulAdd(v5, hn::Set(t, x[5]), b);
    a = hn::MulAdd(v6, hn::Set(t, x[6]), a), b = hn::MulAdd(v7, hn::Set(t, x[7]), b);
    a = hn::Add(a, b);
    hn::StoreU(is_first ? a : hn::Add(a, hn::LoadU(t, out)), t, out);
  }
};

// packed (+)= sum over eight draws of tril(v xi^T); vectors is [8][stride], one draw a row; normals [d][8].
void OuterBlock(std::ptrdiff_t d, const double* vectors, std::ptrdiff_t stride, const double* normals, bool is_first,
                double* packed) {
  const Tag t;
  const Single one;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(t));
  std::ptrdiff_t i = 0;
  for (; i + lanes <= d; i += lanes) {
    const OuterRows<Tag> rows(t, vectors + i, stride);
    double* out = packed + i;
    for (std::ptrdiff_t j = 0; j <= i; ++j) {
      rows.add(t, normals + j * 8, is_first, out);
      out += d - j - 1;  // from (i, j) to (i, j + 1)
    }
    for (std::ptrdiff_t row = i + 1; row < i + lanes; ++row) {
      const OuterRows<Single> own(one, vectors + row, stride);
      for (std::ptrdiff_t j = i + 1; j <= row; ++j)
        own.add(one, normals + j * 8, is_first, packed + packed_column(d, j) + row - j);
    }
  }
  for (; i < d; ++i) {
    const OuterRows<Single> own(one, vectors + i, stride);
    for (std::ptrdiff_t j = 0; j <= i; ++j) own.add(one, normals + j * 8, is_first, packed + packed_column(d, j) + i - j);
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <vector>
namespace g2t::kernels {
HWY_EXPORT(TransformBlock);
HWY_EXPORT(OuterBlock);
namespace {

// Rows first .. first + 7 of a [draw_count x d] batch as [d][8]; rows past the end are zero.
void pack_block(const double* batch, std::ptrdiff_t draw_count, std::ptrdiff_t first, std::ptrdiff_t d, double* out) {
  const std::ptrdiff_t rows = std::min<std::ptrdiff_t>(8, draw_count - first);
  for (std::ptrdiff_t j = 0; j < d; ++j)
    for (std::ptrdiff_t s = 0; s < 8; ++s) out[j * 8 + s] = s < rows ? batch[j * draw_count + first + s] : 0.0;
}

}  // namespace

void transform_full_rank(const double* mean, const double* cholesky, std::ptrdiff_t d, const double* normals,
                         const BatchRows& rows, double* draws) {
  thread_local std::vector<double> in, out;
  in.resize(static_cast<std::size_t>(8 * d));
  out.resize(static_cast<std::size_t>(8 * d));
  for (std::ptrdiff_t first = rows.first; first < rows.end; first += 8) {
    pack_block(normals, rows.draw_count, first, d, in.data());
    HWY_DYNAMIC_DISPATCH(TransformBlock)(mean, cholesky, d, in.data(), out.data());
    const std::ptrdiff_t count = std::min<std::ptrdiff_t>(8, rows.end - first);
    for (std::ptrdiff_t j = 0; j < d; ++j) std::copy_n(&out[8 * j], count, draws + j * rows.draw_count + first);
  }
}

void mean_lower_outer_product(std::ptrdiff_t d, const double* vectors, const double* normals,
                              std::ptrdiff_t draw_count, double* packed) {
  thread_local std::vector<double> block, rows;
  block.resize(static_cast<std::size_t>(8 * d));
  rows.resize(static_cast<std::size_t>(8 * d));
  const double weight = 1.0 / static_cast<double>(draw_count);
  for (std::ptrdiff_t first = 0; first < draw_count; first += 8) {
    const std::ptrdiff_t count = std::min<std::ptrdiff_t>(8, draw_count - first);
    for (std::ptrdiff_t s = 0; s < 8; ++s)
      for (std::ptrdiff_t i = 0; i < d; ++i)
        rows[s * d + i] = s < count ? weight * vectors[i * draw_count + first + s] : 0.0;
    pack_block(normals, draw_count, first, d, block.data());
    HWY_DYNAMIC_DISPATCH(OuterBlock)(d, rows.data(), d, block.data(), first == 0, packed);
  }
}

}  // namespace g2t::kernels
#endif
