// Independent normal parameters of a batch of draws: sums of squares and gradient.
#include "kernels/normal_columns.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/normal_columns.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

using Single = hn::CappedTag<double, 1>;

// Sums over columns that do not wait for each other; column k goes to the sum k mod kSums.
inline constexpr std::size_t kSums = 4;

// As many draws as `t` has lanes, from `draw` on.
template <bool kHasScore, class D>
HWY_INLINE void sum_columns(D t, const NormalColumns& columns, std::size_t draw, const double* precisions, double* score,
                            double* squares) {
  const auto mean = hn::Set(t, columns.mean);
  const auto precision = hn::LoadU(t, precisions + draw);
  hn::Vec<D> sums[kSums];
  for (auto& sum : sums) sum = hn::Zero(t);
  const auto add = [&](std::size_t column, std::size_t k) HWY_ATTR {
    const auto distance = hn::Sub(hn::LoadU(t, columns.draws + column * columns.stride + draw), mean);
    sums[k] = hn::MulAdd(distance, distance, sums[k]);
    if constexpr (kHasScore) {
      double* const to = score + column * columns.stride + draw;
      hn::StoreU(hn::NegMulAdd(precision, distance, hn::LoadU(t, to)), t, to);
    }
  };
  std::size_t column = 0;
  for (; column + kSums <= columns.column_count; column += kSums) {
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < kSums; ++k) add(column + k, k);
  }
  for (std::size_t k = 0; column < columns.column_count; ++column, ++k) add(column, k);
  hn::StoreU(hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3])), t, squares + draw);
}

template <bool kHasScore>
HWY_INLINE void sum_draws(const NormalColumns& columns, std::size_t draw_count, const double* precision, double* score,
                          double* squares) {
  std::size_t draw = 0;
  for (; draw + kVectorWidth <= draw_count; draw += kVectorWidth)
    sum_columns<kHasScore>(Tag(), columns, draw, precision, score, squares);
  for (; draw < draw_count; ++draw) sum_columns<kHasScore>(Single(), columns, draw, precision, score, squares);
}

void sum_normal_columns(const NormalColumns& columns, std::size_t draw_count, const double* precision, double* score,
                        double* squares) {
  if (score == nullptr) {
    sum_draws<false>(columns, draw_count, precision, score, squares);
  } else {
    sum_draws<true>(columns, draw_count, precision, score, squares);
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(sum_normal_columns);
void normal_columns(const NormalColumns& columns, std::size_t draw_count, const double* precision, double* score,
                    double* squares) {
  HWY_DYNAMIC_DISPATCH(sum_normal_columns)(columns, draw_count, precision, score, squares);
}
}  // namespace g2t::kernels
#endif
