// One answer from the answers of several modes.
#pragma once

#include <inference/answer/bridge_evidence.h>

#include <g2t/core/gaussian.hpp>
#include <g2t/inference/posterior.hpp>

#include <vector>

namespace g2t {

/// A mode: the Gaussian that was fitted to it, and its answer.
struct ModeAnswer {
  Gaussian q;
  Posterior posterior;
  Index image_of = -1;  ///< of this mode by a symmetry, with the same mass; -1: of none
};

/// Draws of all modes in proportion to their masses, which bridge sampling finds. What a mode's answer has in another
/// one's region is left out. A draw is in the region of the mode whose Gaussian has the highest density there.
/// @param count     draws wanted
/// @param shares    [mode_count], filled in: mass and its standard error
/// @returns without draws if a mass could not be found, or a mode is not apart: three quarters of its draws are in others' regions
Posterior join_modes(const Model& model, const std::vector<ModeAnswer>& modes, Index count, std::uint64_t seed,
                     const StopRule& stop, std::vector<ModeShare>& shares);

}  // namespace g2t
