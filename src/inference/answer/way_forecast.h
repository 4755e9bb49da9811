// What each way to the answer will cost, and how wrong it will be.
#pragma once

#include <inference/answer/evenness.h>

#include <g2t/core/types.hpp>
#include <g2t/inference/posterior.hpp>
#include <limits>

namespace g2t {

/// Gradients that chains take where q is good: so many moves of all of them, of leapfrogs whose number grows with the
/// fourth root of the dimension.
double forecast_chain_gradients(Index dimension);

/// Squared error of means, in posterior variances, of draws of which so many are effective.
inline double error_of_draws(double effective) { return effective > 0 ? 1 / effective : std::numeric_limits<double>::infinity(); }

/// q as it is: what its weights say is missing.
WayRecord gaussian_way(const Evenness& evenness, double seconds);

/// Chains.
WayRecord moved_way(Index dimension, Index wanted, double gradient_seconds);

}  // namespace g2t
