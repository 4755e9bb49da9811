// Log likelihood of logistic regression and its gradient for a block of eight draws.
#pragma once

#include <cstddef>
#include <cstdint>

namespace g2t::kernels {

/// A design by rows. A row's linear predictor is term 0 plus the sum of its values times the terms of their columns, 1, 2, ...
/// Sparse rows have their columns in one of two widths; a dense design has neither.
struct LogisticRows {
  std::size_t row_count = 0;
  const double* sign = nullptr;            ///< [row_count], +1 or -1
  const std::ptrdiff_t* start = nullptr;   ///< [row_count + 1], of a sparse design
  const std::uint16_t* narrow = nullptr;   ///< columns, [start[row_count]], or null
  const std::int32_t* wide = nullptr;      ///< the same, or null
  const double* value = nullptr;           ///< the same, or null if every value is 1
  std::size_t column_count = 0;            ///< of a dense design
  /// [row_count / 8, rounded up][column_count][8 rows] of a dense design, 64-byte aligned, zero past the rows.
  const double* dense = nullptr;
};

/// Sum over rows of log sigmoid(sign * predictor); log_likelihood [8] is overwritten.
///
/// Terms and gradient lie in one array [term][2][8], terms first (gradient = terms + 8).
/// @param[in,out] gradient  the likelihood's gradient is added to it; null: not wanted
/// @pre all three are 64-byte aligned
void logistic_rows(const LogisticRows& rows, const double* terms, double* gradient, double* log_likelihood);

}  // namespace g2t::kernels
