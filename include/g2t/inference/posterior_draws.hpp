// Draws from a fitted q, as they are or resampled by importance weights.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>

#include <cstdint>

namespace g2t {

/// Iterations of Purpose::Output: the draws that a fit writes, and those that are drawn from it later.
inline constexpr std::uint64_t kDrawsOfFit = 0, kMoreDraws = 1;

/// Draws from q, on the unconstrained scale.
struct PosteriorDraws {
  Matrix draws;        ///< [draw_count x dimension]
  Vector log_density;  ///< [draw_count], of the model; zeros if that is not known
  Vector log_q;        ///< [draw_count]
};

/// @param model     for log densities; null: none
/// @param question  ends the evaluations: then there are fewer draws
PosteriorDraws draw_from(const Gaussian& q, const Model* model, Index draw_count, const StreamKey& key,
                         const StopQuestion& question = {});

/// The same, importance-resampled by Pareto smoothed weights: `draw_count` rows of a pool of q's ten times as large;
/// or, where more than the report's draws are allowed and q's weights are uneven, of draws that adapt.
/// @param weight_draws  FitOptions::weight_draws
/// @param question      ends the pool: rows of what there is, no more than that
PosteriorDraws resample_from(const Gaussian& q, const Model& model, Index draw_count, Index weight_draws,
                             const StreamKey& key, const StopQuestion& question = {});

}  // namespace g2t
