// A quantile of sorted values.
#pragma once

#include <algorithm>
#include <g2t/core/types.hpp>

namespace g2t {

/// Between the two nearest values: the first at share 0, the last at share 1.
/// @pre sorted ascending, not empty
template <class Values>
double sorted_quantile(const Values& sorted, double share) {
  const double place = share * static_cast<double>(std::size(sorted) - 1);
  const auto below = static_cast<decltype(std::size(sorted))>(place);
  const auto above = std::min<decltype(std::size(sorted))>(below + 1, std::size(sorted) - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace g2t
