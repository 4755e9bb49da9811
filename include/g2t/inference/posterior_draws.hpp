// Draws from a fitted q, and of the posterior that it stands for.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/inference/posterior.hpp>
#include <cstdint>

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

/// The answer of a fit whose q is this one: the same as that which fit() ends with, but from random numbers of its own.
/// @param seed           of those
/// @param of_densities   ends draws and densities, with what there is
/// @param of_quantities  likewise of the model's own values
Posterior posterior_from(const Gaussian& q, const Model& model, const AnswerSettings& settings, std::uint64_t seed,
                         const Deadline& of_densities = {}, const Deadline& of_quantities = {});

}  // namespace g2t
