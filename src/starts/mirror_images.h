// Symmetries that names suggest and the density confirms: signs and labels that data do not tell.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/starts/symmetry.hpp>
#include <string>
#include <vector>

namespace g2t {

/// Guesses, at most `limit` of those that move the point by more than three sds of q: all signs; the signs of a block of
/// parameters, of two blocks, of one entry; those of one index of all blocks of a length, and of two; two indices of them
/// exchanged, where a scalar may change its sign; two blocks exchanged.
[[nodiscard]] std::vector<Symmetry> guess_symmetries(const std::vector<std::string>& names, const Gaussian& q,
                                                     std::size_t limit);

/// Guesses under which the log density of q's mean stays the same, while it falls by more than a nat on the line between
/// the mean and its image: the image is in another mode. At most four.
/// @param[in,out] evaluations  increased by the number of densities, at most 64
[[nodiscard]] std::vector<Symmetry> symmetries_of(const Model& model, const Gaussian& q, Index& evaluations);

}  // namespace g2t
