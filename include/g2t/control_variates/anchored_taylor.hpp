// c4: the score of a second-order Taylor expansion at a fixed point.
#pragma once

#include <g2t/control_variates/score_approximant.hpp>
#include <g2t/core/model.hpp>

#include <memory>

namespace g2t {

/// "anchored-taylor": v = g0 + H0 (z - z0) with gradient and Hessian at an anchor z0, made once by anchor().
///
/// Costs no model evaluation in a step, one d x d product per draw. It is available for any model with a score: without
/// second derivatives, H0 comes from central differences of 2 d scores. It is zero if the expansion is not finite.
/// @param model  must outlive the result
/// Source: docs/theory/estimators.md, "Anchored Taylor".
std::unique_ptr<ScoreApproximant> make_anchored_taylor(const Model& model);

/// Dimensions up to which its Hessian is kept.
inline constexpr Index kMaxAnchoredParameters = 2000;

}  // namespace g2t
