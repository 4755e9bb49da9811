// c1: the score of q itself.
#pragma once

#include <g2t/control_variates/score_approximant.hpp>

#include <memory>

namespace g2t {

/// "entropy": v = grad_z log q_w(z) with w held fixed, so that rep - entropy is sticking the landing.
///
/// Needs nothing of the model.
/// Source: Geffner & Domke (2020), c1. Differs: as printed there it is identically zero, see docs/theory/paper.md.
std::unique_ptr<ScoreApproximant> make_entropy();

}  // namespace g2t
