// Log likelihood of a Poisson regression on crossed groups and its gradient for a block of eight draws.
#include "kernels/poisson_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/poisson_rows.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

template <bool kHasGradient>
HWY_INLINE void sum_rows(const PoissonRows& rows, const double* parameters, double* gradient, double* log_likelihood) {
  const Lanes level = load(parameters);
  alignas(64) double sums[8 * 8] = {};  // row k goes to the sum k mod 8: one draw alone takes eight rows at a time
  Lanes level_gradient = broadcast(0.0);
  for (std::size_t row = 0; row < rows.row_count; ++row) {
    const std::int32_t* const column = rows.column + row * rows.grouping_count;
    Lanes log_rate = level;
    if (rows.log_exposure != nullptr) log_rate = log_rate + broadcast(rows.log_exposure[row]);
    for (std::size_t k = 0; k < rows.grouping_count; ++k) {
      log_rate = log_rate + load(parameters + std::ptrdiff_t{column[k]} * 16);
    }
    const Lanes count = broadcast(rows.count[row]);
    const Lanes rate = exp(log_rate);
    double* const sum = sums + row % 8 * 8;
    store(load(sum) + (count * log_rate - rate), sum);
    if constexpr (!kHasGradient) continue;
    const Lanes residual = count - rate;
    level_gradient = level_gradient + residual;
    for (std::size_t k = 0; k < rows.grouping_count; ++k) {
      double* const to = gradient + std::ptrdiff_t{column[k]} * 16;
      store(load(to) + residual, to);
    }
  }
  if constexpr (kHasGradient) store(load(gradient) + level_gradient, gradient);
  for (std::size_t apart = 1; apart < 8; apart *= 2)
    for (std::size_t k = 0; k < 8; k += 2 * apart) store(load(sums + k * 8) + load(sums + (k + apart) * 8), sums + k * 8);
  store(load(sums), log_likelihood);
}

void sum_poisson_rows(const PoissonRows& rows, const double* parameters, double* gradient, double* log_likelihood) {
  if (gradient == nullptr) {
    sum_rows<false>(rows, parameters, gradient, log_likelihood);
  } else {
    sum_rows<true>(rows, parameters, gradient, log_likelihood);
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(sum_poisson_rows);
void poisson_rows(const PoissonRows& rows, const double* parameters, double* gradient, double* log_likelihood) {
  HWY_DYNAMIC_DISPATCH(sum_poisson_rows)(rows, parameters, gradient, log_likelihood);
}
}  // namespace g2t::kernels
#endif
