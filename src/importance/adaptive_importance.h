// Importance sampling whose proposal adapts: more draws, from mixtures of a Student t and a normal fitted to the weighted ones.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/importance/importance_weights.hpp>


namespace g2t {

/// Draws with weights of the mixture that they come from.
struct AdaptedDraws {
  Matrix draws;                      ///< [draw_count x dimension], those of q first
  Vector log_density;                ///< [draw_count], of the model
  Vector weights;                    ///< [draw_count], sum 1
  double khat = 0;                   ///< of those weights
  double effective_sample_size = 0;
  Index evaluations = 0;  ///< log densities beyond those of q's draws, those of a stage that was given up among them
};

/// True if the weights are good enough: the effective sample size is large, or near the number of draws, without a
/// heavy tail.
bool are_weights_enough(double khat, double effective_sample_size, Index draw_count);

/// True if more draws help: weights are not good enough, but have a finite mean. Above a k-hat of 1 they have none,
/// unless they are so even that the shape of their tail is irrelevant.
bool can_adapt(const ImportanceWeights& weights, Index draw_count);

/// Adaptive multiple importance sampling, from draws of q on: stages of more draws until they are enough, or
/// `max_draws` are made, or the stopping rule, called with the number of draws, returns true: an unfinished stage is
/// dropped. Every draw is weighted by the mixture of all proposals.
///
/// Costs log densities, no gradients.
/// @param draws        [draw_count x dimension], of q
/// @param log_density  [draw_count], of the model at them
/// Source: Cornuet, Marin, Mira and Robert (2012), "Adaptive multiple importance sampling"; weights are Pareto
/// smoothed.
AdaptedDraws adapt_importance(const Model& model, const Gaussian& q, const Matrix& draws, const Vector& log_density,
                              Index max_draws, const SampleStreams& sample, const StopRule& stop = {});

}  // namespace g2t
