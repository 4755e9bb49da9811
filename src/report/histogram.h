// Counts of values in bins of equal width.
#pragma once

#include <g2t/core/types.hpp>
#include <vector>

namespace g2t::report {

struct Histogram {
  double low = 0, high = 0;
  std::vector<Index> counts;   ///< of each bin; one that ends at `high` includes it
  Index below = 0, above = 0;  ///< values outside
  Index missing = 0;           ///< values that are not finite

  [[nodiscard]] Index most() const;  ///< in a bin; 0 if there is none
};

/// @param bins  at least 1
/// @pre low < high, both finite
Histogram histogram(const Vector& values, double low, double high, Index bins);

/// From the least finite value to the largest, but no further beyond q5 and q95 than they are apart, so that a long
/// tail leaves room for the rest. More bins for more values; one for each number where all are whole and near.
///
/// Has no bins if all values are one but for rounding, or none is finite.
/// @param q5, q95  quantiles; no limits where they are NaN
Histogram histogram(const Vector& values, double q5, double q95);

}  // namespace g2t::report
