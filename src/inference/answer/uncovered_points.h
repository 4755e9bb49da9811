// Whether weighted draws lack a region: by points that did not come from their proposals.
#pragma once

#include <chains/heated_points.h>
#include <importance/adaptive_importance.h>

#include <vector>

namespace g2t {

/// Rows of the heated points whose weights would be larger than that of any draw; none if few of them are e times as large, or
/// if those would change no variance by one and a half per cent.
/// @param found  the best of the latest draws of `importance`
std::vector<Index> uncovered_points(const HeatedPoints& heated, const WeightedDraws& found,
                                    const AdaptiveImportance& importance);

}  // namespace g2t
