// Parameters along which the density is flat wherever the answer has draws.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/posterior.hpp>
#include <vector>

namespace g2t {

/// The widest first, at most five; empty: there are none. Chains fill what rounding leaves of an improper posterior,
/// evenly: log phi of a negative binomial whose data need no overdispersion, up to the largest number. All their checks
/// pass.
///
/// Of a parameter with an sd above 10, on the unconstrained scale, 32 draws' scores are looked at: that of half of them
/// is below 0.01 nats an sd. A proper density without hard ends falls off somewhere.
/// @param[in,out] evaluations  those made are added
[[nodiscard]] std::vector<Index> flat_parameters(const Model& model, const Posterior& answer, Index& evaluations);

}  // namespace g2t
