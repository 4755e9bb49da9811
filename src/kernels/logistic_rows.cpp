// Log likelihood of logistic regression and its gradient for a block of eight draws.
#include "kernels/logistic_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/logistic_rows.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/logistic_link-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

using Doubles = hn::Vec<Tag>;

// Rows of a block as entries: predictors of `count` rows from `first` on, and what their residuals add to the gradient.
template <class Column, bool kHasValues>
struct SparseBlock {
  const LogisticRows& rows;
  const Column* columns;

  HWY_INLINE void predict(std::size_t first, std::size_t count, const double* terms, double* predictors) const {
    const Lanes offset = load(terms);
    for (std::size_t row = first; row < first + count; ++row) {
      Lanes predictor = offset;
      for (std::ptrdiff_t k = rows.start[row]; k < rows.start[row + 1]; ++k) {
        const Lanes term = load(terms + std::ptrdiff_t{columns[k]} * 16);
        predictor = kHasValues ? multiply_add(broadcast(rows.value[k]), term, predictor) : predictor + term;
      }
      store(predictor, predictors + (row - first) * 8);
    }
  }

  HWY_INLINE void add_gradient(std::size_t first, std::size_t count, const double* residuals, double* gradient) const {
    for (std::size_t row = first; row < first + count; ++row) {
      const Lanes residual = load(residuals + (row - first) * 8);
      for (std::ptrdiff_t k = rows.start[row]; k < rows.start[row + 1]; ++k) {
        double* const to = gradient + std::ptrdiff_t{columns[k]} * 16;
        store(kHasValues ? multiply_add(broadcast(rows.value[k]), residual, load(to)) : load(to) + residual, to);
      }
    }
  }
};

// Rows of a block in groups of eight, each [column][8 rows]: a group's sums, or its residuals, fill half the registers.
struct DenseBlock {
  const LogisticRows& rows;

  HWY_INLINE void predict(std::size_t first, std::size_t count, const double* terms, double* predictors) const {
    const Tag t;
    for (std::size_t group = 0; group < count; group += 8) {
      for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
        Doubles sums[8];
        HWY_UNROLL(8)
        for (std::size_t r = 0; r < 8; ++r) sums[r] = hn::Load(t, terms + lane);
        const double* x = rows.dense + (first + group) * rows.column_count;
        const double* term = terms + 16 + lane;
        for (std::size_t column = 0; column < rows.column_count; ++column, x += 8, term += 16) {
          const Doubles z = hn::Load(t, term);
          HWY_UNROLL(8)
          for (std::size_t r = 0; r < 8; ++r) sums[r] = hn::MulAdd(hn::Set(t, x[r]), z, sums[r]);
        }
        HWY_UNROLL(8)
        for (std::size_t r = 0; r < 8; ++r) hn::Store(sums[r], t, predictors + (group + r) * 8 + lane);
      }
    }
  }

  HWY_INLINE void add_gradient(std::size_t first, std::size_t count, const double* residuals, double* gradient) const {
    const Tag t;
    for (std::size_t group = 0; group < count; group += 8) {
      for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
        Doubles residual[8];
        HWY_UNROLL(8)
        for (std::size_t r = 0; r < 8; ++r) residual[r] = hn::Load(t, residuals + (group + r) * 8 + lane);
        const double* x = rows.dense + (first + group) * rows.column_count;
        double* to = gradient + 16 + lane;
        std::size_t column = 0;
        for (; column + 4 <= rows.column_count; column += 4, x += 32, to += 64) {  // four sums hide the latency
          Doubles sums[4];
          HWY_UNROLL(4)
          for (std::size_t c = 0; c < 4; ++c) sums[c] = hn::Load(t, to + c * 16);
          HWY_UNROLL(8)
          for (std::size_t r = 0; r < 8; ++r) {
            HWY_UNROLL(4)
            for (std::size_t c = 0; c < 4; ++c) sums[c] = hn::MulAdd(hn::Set(t, x[c * 8 + r]), residual[r], sums[c]);
          }
          HWY_UNROLL(4)
          for (std::size_t c = 0; c < 4; ++c) hn::Store(sums[c], t, to + c * 16);
        }
        for (; column < rows.column_count; ++column, x += 8, to += 16) {
          Doubles sum = hn::Load(t, to);
          HWY_UNROLL(8)
          for (std::size_t r = 0; r < 8; ++r) sum = hn::MulAdd(hn::Set(t, x[r]), residual[r], sum);
          hn::Store(sum, t, to);
        }
      }
    }
  }
};

// Predictors of kRows rows to residuals, and their share of the sums: four rows are added up first, as for one draw.
template <std::size_t kRows, bool kHasGradient>
HWY_INLINE void link_rows(const double* signs, double* predictors, Lanes& sum, Lanes& product, Lanes& offset_gradient) {
  Lanes bounded[kRows], factor[kRows], residual[kRows];
  HWY_UNROLL(4)
  for (std::size_t r = 0; r < kRows; ++r) {
    const Lanes sign = broadcast(signs[r]);
    const Link link(sign, load(predictors + r * 8));
    bounded[r] = link.bounded();
    factor[r] = link.factor;
    if constexpr (kHasGradient) {
      residual[r] = sign * link.slope();
      store(residual[r], predictors + r * 8);
    }
  }
  if constexpr (kRows == 4) {
    sum = sum + ((bounded[0] + bounded[1]) + (bounded[2] + bounded[3]));
    product = product * ((factor[0] * factor[1]) * (factor[2] * factor[3]));
    if constexpr (kHasGradient) offset_gradient = offset_gradient + ((residual[0] + residual[1]) + (residual[2] + residual[3]));
  } else {
    sum = sum + bounded[0];
    product = product * factor[0];
    if constexpr (kHasGradient) offset_gradient = offset_gradient + residual[0];
  }
}

template <bool kHasGradient, class Block>
HWY_INLINE void sum_blocks(const Block& block, const double* terms, double* gradient, double* log_likelihood) {
  const LogisticRows& rows = block.rows;
  const Lanes zero = broadcast(0.0);
  Lanes sum = zero, offset_gradient = zero, product = broadcast(1.0);
  alignas(64) double predictors[kLinkBlock * 8];  // then the residuals
  for (std::size_t first = 0; first < rows.row_count; first += kLinkBlock) {
    const std::size_t count = rows.row_count - first < kLinkBlock ? rows.row_count - first : kLinkBlock;
    block.predict(first, count, terms, predictors);
    std::size_t row = 0;
    for (; row + 4 <= count; row += 4)
      link_rows<4, kHasGradient>(rows.sign + first + row, predictors + row * 8, sum, product, offset_gradient);
    for (; row < count; ++row)
      link_rows<1, kHasGradient>(rows.sign + first + row, predictors + row * 8, sum, product, offset_gradient);
    if ((first + count) % kRowsPerLogarithm == 0 || first + count == rows.row_count) {
      sum = sum - log(product);
      product = broadcast(1.0);
    }
    if constexpr (kHasGradient) {
      for (; row % 8 != 0; ++row) store(zero, predictors + row * 8);
      block.add_gradient(first, count, predictors, gradient);
    }
  }
  if constexpr (kHasGradient) store(load(gradient) + offset_gradient, gradient);
  store(sum, log_likelihood);
}

template <bool kHasGradient>
HWY_INLINE void sum_rows(const LogisticRows& rows, const double* terms, double* gradient, double* log_likelihood) {
  if (rows.start == nullptr) {
    sum_blocks<kHasGradient>(DenseBlock{rows}, terms, gradient, log_likelihood);
  } else if (rows.narrow != nullptr && rows.value == nullptr) {
    sum_blocks<kHasGradient>(SparseBlock<std::uint16_t, false>{rows, rows.narrow}, terms, gradient, log_likelihood);
  } else if (rows.narrow != nullptr) {
    sum_blocks<kHasGradient>(SparseBlock<std::uint16_t, true>{rows, rows.narrow}, terms, gradient, log_likelihood);
  } else if (rows.value == nullptr) {
    sum_blocks<kHasGradient>(SparseBlock<std::int32_t, false>{rows, rows.wide}, terms, gradient, log_likelihood);
  } else {
    sum_blocks<kHasGradient>(SparseBlock<std::int32_t, true>{rows, rows.wide}, terms, gradient, log_likelihood);
  }
}

void sum_logistic_rows(const LogisticRows& rows, const double* terms, double* gradient, double* log_likelihood) {
  if (gradient == nullptr) {
    sum_rows<false>(rows, terms, gradient, log_likelihood);
  } else {
    sum_rows<true>(rows, terms, gradient, log_likelihood);
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(sum_logistic_rows);
void logistic_rows(const LogisticRows& rows, const double* terms, double* gradient, double* log_likelihood) {
  HWY_DYNAMIC_DISPATCH(sum_logistic_rows)(rows, terms, gradient, log_likelihood);
}
}  // namespace g2t::kernels
#endif
