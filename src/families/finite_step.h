// Whether a step is finite.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// Whether step * direction is finite in every coordinate.
inline bool is_finite_step(double step, const Vector& direction) {
  return ((step * direction).array() * 0).sum() == 0;  // infinity and NaN make NaN
}

}  // namespace g2t
