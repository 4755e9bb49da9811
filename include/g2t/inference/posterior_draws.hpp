// Draws from a fitted q, as they are or resampled by importance weights.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/streams.hpp>

namespace g2t {

/// Draws from q, on the unconstrained scale.
struct PosteriorDraws {
  Matrix draws;        ///< [draw_count x dimension]
  Vector log_density;  ///< [draw_count], of the model; zeros if that is not known
  Vector log_q;        ///< [draw_count]
};

/// @param model     for log densities; null: none
/// @param question  ends the evaluations: then there are fewer draws
PosteriorDraws draw_from(const Gaussian& q, const Model* model, Index draw_count, const StreamKey& key,
                         const StopRule& stop = {});

/// The same, importance-resampled by Pareto smoothed weights: `draw_count` rows of a pool of q's ten times as large;
/// or, where more than the report's draws are allowed and q's weights are uneven, of draws that adapt.
/// @param weight_draws  FitOptions::weight_draws
/// @param question      ends the pool: then a tenth as many draws as it has, at most
PosteriorDraws resample_from(const Gaussian& q, const Model& model, Index draw_count, Index weight_draws,
                             const SampleStreams& sample, const StopRule& stop = {});

}  // namespace g2t
