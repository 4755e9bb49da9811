// Log likelihood of a Poisson regression on crossed groups and its gradient for a block of eight draws.
#pragma once

#include <cstddef>
#include <cstdint>

namespace g2t::kernels {

/// Rows of counts; the log rate is parameter 0 + one parameter per grouping + the log exposure.
struct PoissonRows {
  std::size_t row_count = 0;
  std::size_t grouping_count = 0;
  const std::int32_t* column = nullptr;  ///< [row_count][grouping_count], parameter of the row's level
  const double* count = nullptr;         ///< [row_count]
  const double* log_exposure = nullptr;  ///< [row_count], or null if all are 0
};

/// Sum over rows of count * log rate - rate (log count! is left to the caller); log_likelihood [8] is overwritten.
///
/// Parameters and gradient lie in one array [column][2][8], parameters first (gradient = parameters + 8).
/// @param[in,out] gradient  the likelihood's gradient is added to it; null: not wanted
/// @pre all three are 64-byte aligned
void poisson_rows(const PoissonRows& rows, const double* parameters, double* gradient, double* log_likelihood);

}  // namespace g2t::kernels
