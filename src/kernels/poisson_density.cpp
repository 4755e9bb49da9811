// Log likelihood of a Poisson regression on crossed groups for one draw, eight rows at a time.
#include "kernels/poisson_density.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/poisson_density.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include <algorithm>

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

// Rows whose rates are all written before the first is read as part of a vector, which would wait for it.
inline constexpr std::size_t kBlockRows = 64;

// Linear predictors of a block. A number of groupings that is known is a loop less.
template <std::size_t kGroupings>
HWY_INLINE void write_log_rates(const PoissonRows& rows, const double* parameters, std::size_t first, std::size_t count, double* out) {
  const std::size_t groupings = kGroupings > 0 ? kGroupings : rows.grouping_count;
  const std::int32_t* column = rows.column + first * groupings;
  for (std::size_t k = 0; k < count; ++k, column += groupings) {
    double log_rate = parameters[0];
    if (rows.log_exposure != nullptr) log_rate += rows.log_exposure[first + k];
    for (std::size_t grouping = 0; grouping < groupings; ++grouping) log_rate += parameters[column[grouping]];
    out[k] = log_rate;
  }
}

double one_poisson_density(const PoissonRows& rows, const double* parameters) {
  const auto write = rows.grouping_count == 1   ? write_log_rates<1>
                     : rows.grouping_count == 2 ? write_log_rates<2>
                                                : write_log_rates<0>;
  Lanes sums = broadcast(0.0);  // row k goes to the sum k mod 8, as for a block of draws
  alignas(64) double log_rates[kBlockRows] = {}, counts[kBlockRows] = {};
  for (std::size_t first = 0; first < rows.row_count; first += kBlockRows) {
    const std::size_t count = rows.row_count - first < kBlockRows ? rows.row_count - first : kBlockRows;
    write(rows, parameters, first, count, log_rates);
    for (std::size_t k = 0; k < count; ++k) counts[k] = rows.count[first + k];
    for (std::size_t group = 0; group < count; group += 8) {
      const Lanes log_rate = load(log_rates + group);
      Lanes values = load(counts + group) * log_rate - exp(log_rate);
      if (group + 8 > count) {
        alignas(64) double last[8];
        store(values, last);
        std::fill(last + (count - group), last + 8, 0.0);
        values = load(last);
      }
      sums = sums + values;
    }
  }
  alignas(64) double sum[8];
  store(sums, sum);
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
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
