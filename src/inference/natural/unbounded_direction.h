// Directions without bound: along which q grew without end, or could be moved without loss.
#pragma once

#include <inference/natural/scale_watch.h>

#include <cstdint>
#include <g2t/core/model.hpp>
#include <g2t/inference/result.hpp>
#include <vector>

namespace g2t {

/// The parameters, at most five, of a direction that has no bound, those that take part most first; empty: none known.
///
/// Where the run gave up: of q's largest growth. Where it is settled: moved by many sds along a direction, q's ELBO does
/// not fall by a nat. Tried are parameters that are far from zero, outwards (where rounding ends a rise, gradients may
/// vanish), and, where a mean-field q is far narrower than the posterior, the flattest direction.
/// @param is_settled      the gradient says that q is near the best
/// @param[in,out] result  its q; evaluations are added to its gradient_draws
[[nodiscard]] std::vector<Index> unbounded_parameters(const Model& model, const ScaleWatch& scales, bool is_settled,
                                                      std::uint64_t seed, FitResult& result);

}  // namespace g2t
