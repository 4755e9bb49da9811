// The mass of a mode, from draws of it.
#pragma once

#include <functional>
#include <g2t/core/deadline.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>

namespace g2t {

struct Evidence {
  double log_mass = 0;  ///< log of the integral of the density over the region; NaN: not known
  double error = 0;     ///< standard error of that, about
};

/// Bridge sampling between draws of the posterior and as many of a normal, which is fitted to the other half of the draws.
///
/// @param draws        [draw_count x dimension], of the posterior within a region
/// @param log_density  [draw_count], of the model
/// @param effective    share of the draws that are effective
/// @param is_inside    of the region, for rows of a matrix
/// @param normals      of the draws of the normal
/// Source: Meng and Wong (1996), "Simulating ratios of normalizing constants via a simple identity"; halves by Overstall
/// and Forster (2010); the error by Fruehwirth-Schnatter (2004).
Evidence bridge_evidence(const Model& model, const Matrix& draws, const Vector& log_density, double effective,
                         const std::function<Flags(const Matrix&)>& is_inside, const StreamKey& normals,
                         const StopRule& stop);

}  // namespace g2t
