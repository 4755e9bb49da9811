// From q to the answer: draws as they are, weighted, or moved, whichever is the best for its time.
#pragma once

#include <inference/answer/q_sample.h>

#include <functional>
#include <g2t/core/deadline.hpp>
#include <g2t/core/model.hpp>
#include <g2t/inference/posterior.hpp>

namespace g2t {

/// How long the answer may take, and what is known of its times.
struct AnswerTime {
  Deadline of_densities{};   ///< for draws, densities and gradients
  Deadline of_quantities{};  ///< for the model's own values, which come last
  double gradient_seconds = 0;  ///< of one draw in a batch; 0: not known, as under a cost table
  std::function<void(const char* phase, Index evaluations)> progress{};  ///< called before evaluations; may be empty
};

/// Draws, densities, ways and chains of the answer, and its summaries.
/// @param of_q  draws of q, some or none of them evaluated: more are, where they are needed
Posterior make_posterior(const Model& model, const Gaussian& q, const AnswerSettings& settings,
                         const SampleStreams& sample, const AnswerTime& time, QSample& of_q);

}  // namespace g2t
