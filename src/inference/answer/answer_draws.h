// Draws of the answer, made in each of the three ways.
#pragma once

#include <chains/run_chains.h>
#include <inference/answer/q_sample.h>

#include <g2t/inference/posterior.hpp>

namespace g2t {

/// log q at draws.
Vector log_density_at(const Gaussian& q, const Matrix& draws);

/// The first draws of q as they are.
Posterior gaussian_answer(const QSample& of_q, Index count);

/// Resampled by their weights, in an order that does not depend on where they come from.
/// @param pool, log_density, weights  of any number of draws
Posterior weighted_answer(const Gaussian& q, const Matrix& pool, const Vector& log_density, const Vector& weights, Index count,
                          const SampleStreams& sample);

/// Of chains.
Posterior moved_answer(const Gaussian& q, ChainDraws chains);

}  // namespace g2t
