// Draws by their weights.
#pragma once

#include <g2t/core/types.hpp>

#include <vector>

namespace g2t {

/// Row numbers of `count` draws, resampled by their weights with replacement (systematically), ascending.
/// @param uniform  in (0, 1]
std::vector<Index> resample(const Vector& weights, Index count, double uniform);

}  // namespace g2t
