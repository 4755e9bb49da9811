// c3: the score of the prior.
#pragma once

#include <g2t/control_variates/score_approximant.hpp>
#include <g2t/core/model.hpp>

#include <memory>

namespace g2t {

/// "prior": v = grad_z log p0(z), with its expectation under q in closed form.
///
/// @param prior  must outlive the result
/// @throws InvalidArgument if the prior has no exact expectations
/// Source: Geffner & Domke (2020), c3.
std::unique_ptr<ScoreApproximant> make_prior(const Model& prior);

}  // namespace g2t
