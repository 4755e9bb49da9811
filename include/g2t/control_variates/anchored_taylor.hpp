// c4: the score of a second-order Taylor expansion that stays where it was made.
#pragma once

#include <g2t/control_variates/score_approximant.hpp>
#include <g2t/core/model.hpp>

#include <memory>

namespace g2t {

/// "anchored-taylor": v = g0 + H0 (z - z0) with gradient and Hessian at an anchor z0, made once by anchor().
///
/// Costs no model evaluation in a step, one d x d product a draw; so any model with a score can have it: where there are
/// no second derivatives, H0 comes from central differences of 2 d scores. An anchor at which they are not finite makes
/// it zero.
/// @param model  must outlive the result
/// Source: docs/theory.md, "Anchored Taylor".
std::unique_ptr<ScoreApproximant> make_anchored_taylor(const Model& model);

/// Dimensions up to which its Hessian is kept.
inline constexpr Index kMostAnchoredParameters = 2000;

}  // namespace g2t
