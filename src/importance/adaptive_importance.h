// Importance sampling whose proposal adapts: more draws, from mixtures of a Student t and a normal fitted to the weighted ones.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/importance/importance_weights.hpp>
#include <limits>

namespace g2t {

/// Draws with weights of the mixture of proposals that they come from.
struct WeightedDraws {
  Matrix draws;        ///< [draw_count x dimension]
  Vector log_density;  ///< [draw_count], of the model
  Vector weights;      ///< [draw_count], sum 1
  double khat = std::numeric_limits<double>::infinity();  ///< of those weights
  double effective_sample_size = 0;
};

struct AdaptedDraws {
  /// Those that proposals were fitted to, of q first. Their weights are biased low in sds: the proposals are high where
  /// these draws are.
  WeightedDraws fitted;
  WeightedDraws fresh;    ///< from the last proposals, fitted to none of these; empty: it came to none
  Index evaluations = 0;  ///< log densities beyond those of q's draws, those of a stage that was given up among them
};

struct AdaptiveSettings {
  Index max_draws = 20'000;   ///< with q's own
  double enough = 2000;       ///< effective draws, of the fresh ones
};

/// True if the weights are good enough: the effective sample size is `enough`, or near the number of draws, without a
/// heavy tail.
bool are_weights_enough(double khat, double effective_sample_size, Index draw_count, double enough);

/// True if more draws help: weights are not good enough, but have a finite mean. Above a k-hat of 1 they have none,
/// unless they are so even that the shape of their tail is irrelevant.
bool can_adapt(const ImportanceWeights& weights, Index draw_count, double enough);

/// Adaptive multiple importance sampling, from draws of q on: stages of more draws, weighted by the mixture of all
/// proposals, until as many fresh ones as are allowed will be enough; then these. It ends where they never will be, or
/// when the stopping rule, called with the number of draws, returns true: an unfinished stage is dropped.
///
/// Costs log densities, no gradients.
/// @param draws        [draw_count x dimension], of q
/// @param log_density  [draw_count], of the model at them
/// Source: Cornuet, Marin, Mira and Robert (2012), "Adaptive multiple importance sampling"; weights are Pareto
/// smoothed.
AdaptedDraws adapt_importance(const Model& model, const Gaussian& q, const Matrix& draws, const Vector& log_density,
                              const AdaptiveSettings& settings, const SampleStreams& sample, const StopRule& stop = {});

}  // namespace g2t
