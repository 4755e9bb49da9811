// Log likelihood of logistic regression for one draw, eight rows at a time.
#include "kernels/logistic_density.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/logistic_density.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/logistic_link-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

using Single = hn::CappedTag<double, 1>;  // as fused as the vectors

// Predictors of kRows rows of `length` entries each, whose columns and values (if there are any) begin at columns and value.
template <std::size_t kRows, class Column>
HWY_INLINE void predict_rows(const Column* columns, const double* value, std::ptrdiff_t length, const double* terms,
                             double* predictors) {
  const Single single;
  hn::Vec<Single> sums[kRows];
  HWY_UNROLL(4)
  for (std::size_t r = 0; r < kRows; ++r) sums[r] = hn::Set(single, terms[0]);
  const std::size_t stride = static_cast<std::size_t>(length);
  for (std::size_t k = 0; k < stride; ++k) {
    HWY_UNROLL(4)
    for (std::size_t r = 0; r < kRows; ++r) {
      const auto term = hn::Set(single, terms[columns[r * stride + k]]);
      sums[r] = value == nullptr ? hn::Add(sums[r], term) : hn::MulAdd(hn::Set(single, value[r * stride + k]), term, sums[r]);
    }
  }
  HWY_UNROLL(4)
  for (std::size_t r = 0; r < kRows; ++r) predictors[r] = hn::GetLane(sums[r]);
}

// Predictors of `count` rows from `first` on, four at a time where they are of one length.
template <class Column>
HWY_INLINE void predict_sparse(const LogisticRows& rows, const Column* columns, std::size_t first, std::size_t count,
                               const double* terms, double* predictors) {
  const std::ptrdiff_t* const start = rows.start + first;
  for (std::size_t row = 0; row < count;) {
    const std::ptrdiff_t begin = start[row], length = start[row + 1] - begin;
    const double* const value = rows.value == nullptr ? nullptr : rows.value + begin;
    const bool are_four = row + 4 <= count && start[row + 2] - start[row + 1] == length &&
                          start[row + 3] - start[row + 2] == length && start[row + 4] - start[row + 3] == length;
    if (are_four) {
      predict_rows<4>(columns + begin, value, length, terms, predictors + row);
    } else {
      predict_rows<1>(columns + begin, value, length, terms, predictors + row);
    }
    row += are_four ? 4 : 1;
  }
}

// Of kGroups groups of eight rows, side by side.
template <std::size_t kGroups>
HWY_INLINE void predict_groups(const LogisticRows& rows, std::size_t first, const double* terms, double* predictors) {
  Lanes sums[kGroups];
  HWY_UNROLL(4)
  for (std::size_t g = 0; g < kGroups; ++g) sums[g] = broadcast(terms[0]);
  const double* const x = rows.dense + first * rows.column_count;
  for (std::size_t column = 0; column < rows.column_count; ++column) {
    const Lanes term = broadcast(terms[column + 1]);
    HWY_UNROLL(4)
    for (std::size_t g = 0; g < kGroups; ++g)
      sums[g] = multiply_add(load(x + (g * rows.column_count + column) * 8), term, sums[g]);
  }
  HWY_UNROLL(4)
  for (std::size_t g = 0; g < kGroups; ++g) store(sums[g], predictors + g * 8);
}

HWY_INLINE void predict(const LogisticRows& rows, std::size_t first, std::size_t count, const double* terms,
                        double* predictors) {
  if (rows.start == nullptr) {
    std::size_t row = 0;
    for (; row + 32 <= count; row += 32) predict_groups<4>(rows, first + row, terms, predictors + row);
    for (; row < count; row += 8) predict_groups<1>(rows, first + row, terms, predictors + row);
  } else if (rows.narrow != nullptr) {
    predict_sparse(rows, rows.narrow, first, count, terms, predictors);
  } else {
    predict_sparse(rows, rows.wide, first, count, terms, predictors);
  }
}

double one_logistic_density(const LogisticRows& rows, const double* terms) {
  double sum = 0, product = 1;
  alignas(64) double predictors[kLinkBlock] = {};  // then bounded margins
  alignas(64) double signs[kLinkBlock] = {};       // then factors
  for (std::size_t first = 0; first < rows.row_count; first += kLinkBlock) {
    const std::size_t count = rows.row_count - first < kLinkBlock ? rows.row_count - first : kLinkBlock;
    predict(rows, first, count, terms, predictors);
    for (std::size_t k = 0; k < count; ++k) signs[k] = rows.sign[first + k];
    for (std::size_t group = 0; group < count; group += 8) {
      const Link link(load(signs + group), load(predictors + group));
      store(link.bounded(), predictors + group);
      store(link.factor, signs + group);
    }
    std::size_t row = 0;
    for (; row + 4 <= count; row += 4) {
      const double* const bounded = predictors + row;
      const double* const factor = signs + row;
      sum += (bounded[0] + bounded[1]) + (bounded[2] + bounded[3]);
      product *= (factor[0] * factor[1]) * (factor[2] * factor[3]);
    }
    for (; row < count; ++row) {
      sum += predictors[row];
      product *= signs[row];
    }
    if ((first + count) % kRowsPerLogarithm == 0 || first + count == rows.row_count) {
      sum -= hn::GetLane(log(broadcast(product)).vectors[0]);
      product = 1;
    }
  }
  return sum;
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(one_logistic_density);
double logistic_density(const LogisticRows& rows, const double* terms) {
  return HWY_DYNAMIC_DISPATCH(one_logistic_density)(rows, terms);
}
}  // namespace g2t::kernels
#endif
