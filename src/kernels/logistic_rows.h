// Log likelihood of logistic regression and its gradient for a block of eight draws.
#pragma once

#include <cstddef>
#include <cstdint>

namespace g2t::kernels {

/// A sparse design by rows; columns are parameters, the intercept's (0) is not stored.
struct LogisticRows {
  std::size_t row_count = 0;
  bool has_intercept = false;
  const std::ptrdiff_t* start = nullptr;  ///< [row_count + 1]
  const std::int32_t* column = nullptr;   ///< [start[row_count]]
  const double* value = nullptr;          ///< the same, or null if every value is 1
  const double* sign = nullptr;           ///< [row_count], +1 or -1
};

/// Sum over rows of log sigmoid(sign * margin), added to nothing: log_likelihood [8] is overwritten.
///
/// Parameters and gradient lie in one array [column][2][8], parameters first (gradient = parameters + 8).
/// @param[in,out] gradient  the likelihood's gradient is added to it
/// @pre all three are 64-byte aligned
void logistic_rows(const LogisticRows& rows, const double* parameters, double* gradient, double* log_likelihood);

}  // namespace g2t::kernels
