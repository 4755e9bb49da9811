// Log likelihood of logistic regression and its gradient for a block of eight draws.
#include "kernels/logistic_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/logistic_rows.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

// Each factor 1 + e is at most 2, so 512 of them do not overflow: one logarithm in 512 rows.
inline constexpr std::size_t kRowsPerLogarithm = 512;

template <bool kHasValues>
HWY_INLINE void sum_rows(const LogisticRows& rows, const double* parameters, double* gradient, double* log_likelihood) {
  const Lanes one = broadcast(1.0);
  const Lanes zero = broadcast(0.0);
  const Lanes intercept = rows.has_intercept ? load(parameters) : zero;
  Lanes sum = zero;
  Lanes intercept_gradient = zero;
  Lanes product = one;
  for (std::size_t row = 0; row < rows.row_count; ++row) {
    const std::ptrdiff_t begin = rows.start[row];
    const std::ptrdiff_t end = rows.start[row + 1];
    Lanes linear = intercept;
    for (std::ptrdiff_t k = begin; k < end; ++k) {
      const Lanes parameter = load(parameters + std::ptrdiff_t{rows.column[k]} * 16);
      linear = kHasValues ? multiply_add(broadcast(rows.value[k]), parameter, linear) : linear + parameter;
    }
    // log sigmoid(m) = min(m, 0) - log(1 + exp(-|m|)), and its derivative is 1 / (1 + exp(m)).
    const Lanes sign = broadcast(rows.sign[row]);
    const Lanes margin = sign * linear;
    const Lanes e = exp(minus_abs(margin));
    const Lanes factor = one + e;
    sum = sum + if_nonnegative(margin, zero, margin);
    product = product * factor;
    const Lanes residual = sign * (if_nonnegative(margin, e, one) / factor);
    intercept_gradient = intercept_gradient + residual;
    for (std::ptrdiff_t k = begin; k < end; ++k) {
      double* const to = gradient + std::ptrdiff_t{rows.column[k]} * 16;
      store(kHasValues ? multiply_add(broadcast(rows.value[k]), residual, load(to)) : load(to) + residual, to);
    }
    if (row % kRowsPerLogarithm == kRowsPerLogarithm - 1 || row + 1 == rows.row_count) {
      sum = sum - log(product);
      product = one;
    }
  }
  if (rows.has_intercept) store(load(gradient) + intercept_gradient, gradient);
  store(sum, log_likelihood);
}

void sum_logistic_rows(const LogisticRows& rows, const double* parameters, double* gradient, double* log_likelihood) {
  if (rows.value == nullptr) {
    sum_rows<false>(rows, parameters, gradient, log_likelihood);
  } else {
    sum_rows<true>(rows, parameters, gradient, log_likelihood);
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(sum_logistic_rows);
void logistic_rows(const LogisticRows& rows, const double* parameters, double* gradient, double* log_likelihood) {
  HWY_DYNAMIC_DISPATCH(sum_logistic_rows)(rows, parameters, gradient, log_likelihood);
}
}  // namespace g2t::kernels
#endif
