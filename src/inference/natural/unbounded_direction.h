// Directions without bound: along which q grew without end, or could be moved without loss.
#pragma once

#include <inference/natural/natural_verdict.h>
#include <inference/natural/scale_watch.h>

#include <cstdint>
#include <g2t/core/model.hpp>
#include <g2t/inference/result.hpp>

namespace g2t {

/// Finds the parameters, at most five, of a direction that has no bound, those that take part most first; none: none known.
///
/// Those along which the density is flat at the answer's draws. Else, where the run gave up: of q's largest growth. Where it is
/// settled: moved by many sds along a direction, q's ELBO does not fall by a nat. Tried are parameters that are far from
/// zero, outwards (where rounding ends a rise, gradients may vanish), and, where a mean-field q is far narrower than the
/// posterior, the flattest direction.
/// @param[in,out] evidence  whether the gradient says that q is near the best; unbounded_parameters and is_answer_flat are set
/// @param[in,out] result    its q and answer; evaluations are added to its gradient_draws
void find_unbounded_parameters(const Model& model, const ScaleWatch& scales, std::uint64_t seed, NaturalEvidence& evidence,
                               FitResult& result);

}  // namespace g2t
