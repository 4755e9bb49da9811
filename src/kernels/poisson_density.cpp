// Log likelihood of a Poisson regression on crossed groups for one draw, eight rows at a time.
#include "kernels/poisson_density.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/poisson_density.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

double one_poisson_density(const PoissonRows& rows, const double* parameters) {
  double sum = 0;
  alignas(64) double log_rates[8] = {}, counts[8] = {}, values[8];
  for (std::size_t first = 0; first < rows.row_count; first += 8) {
    const std::size_t count = rows.row_count - first < 8 ? rows.row_count - first : 8;
    for (std::size_t k = 0; k < count; ++k) {
      const std::int32_t* const column = rows.column + (first + k) * rows.grouping_count;
      double log_rate = parameters[0];
      if (rows.log_exposure != nullptr) log_rate += rows.log_exposure[first + k];
      for (std::size_t grouping = 0; grouping < rows.grouping_count; ++grouping) log_rate += parameters[column[grouping]];
      log_rates[k] = log_rate;
      counts[k] = rows.count[first + k];
    }
    const Lanes log_rate = load(log_rates);
    store(load(counts) * log_rate - exp(log_rate), values);
    for (std::size_t k = 0; k < count; ++k) sum += values[k];
  }
  return sum;
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(one_poisson_density);
double poisson_density(const PoissonRows& rows, const double* parameters) {
  return HWY_DYNAMIC_DISPATCH(one_poisson_density)(rows, parameters);
}
}  // namespace g2t::kernels
#endif
