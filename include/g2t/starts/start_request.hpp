// The requested start of a fit, if no q is given.
#pragma once

#include <g2t/core/types.hpp>

#include <optional>

namespace g2t {

/// A point, or random points within a radius in every coordinate; neither: points of all kinds.
struct StartRequest {
  std::optional<Vector> point;   ///< [dimension]
  std::optional<double> radius;  ///< 0: the origin alone
};

}  // namespace g2t
