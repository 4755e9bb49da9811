// Whether a step is finite.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// Whether step * direction is finite in every coordinate.
inline bool is_finite_step(double step, const Vector& direction) {
  const Index quarter = direction.size() / 4;
  const auto zeros = [&](Index first, Index count) { return step * direction.segment(first, count).array() * 0; };  // or NaN
  // Four parts side by side: a sum waits for each addition.
  return (zeros(0, quarter) + zeros(quarter, quarter) + zeros(2 * quarter, quarter) + zeros(3 * quarter, quarter)).sum() +
             zeros(4 * quarter, direction.size() - 4 * quarter).sum() ==
         0;
}

}  // namespace g2t
