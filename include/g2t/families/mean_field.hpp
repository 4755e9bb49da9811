// The mean-field Gaussian family in plain coordinates.
#pragma once

#include <g2t/core/family.hpp>

#include <memory>

namespace g2t {

/// The coordinate of a positive scale s.
enum class ScaleCoordinate { LogScale, Scale };

/// N(m, diag(s)^2) with coordinates (m ; log s) or (m ; s), 2 d of them.
///
/// In (m ; s) a step may carry a scale through zero: its sign is flipped and counted. In (m ; log s) it cannot.
/// @throws InvalidArgument if q is not diagonal, is empty or has a scale that is not positive and finite
std::unique_ptr<Family> make_mean_field(const Gaussian& q, ScaleCoordinate coordinate = ScaleCoordinate::LogScale);

}  // namespace g2t
