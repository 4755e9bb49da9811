// The coordinates on which locations and scales of the others depend most.
#pragma once

#include <g2t/core/types.hpp>

#include <vector>

namespace g2t {

/// Coordinates i with the largest sums of squared third moments E[z_i (z_j^2 - 1)] and E[z_j (z_i^2 - 1)], as far as
/// these are significant, largest first; 0 for a Gaussian. Three at most.
/// z are the draws in units of their sds about their mean.
/// @param draws    [draw_count x dimension]
/// @param weights  [draw_count], sum 1
std::vector<Index> choose_predictors(const Matrix& draws, const Vector& mean, const Vector& sds, const Vector& weights);

}  // namespace g2t
