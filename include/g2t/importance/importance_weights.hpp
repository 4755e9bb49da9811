// Importance weights with Pareto smoothing, for the diagnosis and the correction of an approximation.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// Pareto shape of weights below which averages with them can be relied on.
inline constexpr double kTrustedKhat = 0.7;
/// Effective share of the draws above which weights are so even that the shape of their tail does not matter.
inline constexpr double kEvenWeights = 0.95;

/// Importance weights after Pareto smoothing, with diagnostics of the approximation.
struct ImportanceWeights {
  Vector weights;                    ///< [draw_count], sum 1; 0 where the log ratio is not usable
  double khat = 0;                   ///< tail shape; below 0.7 the weights are reliable
  double effective_sample_size = 0;  ///< 1 / sum of squared weights
  Index used = 0;                    ///< draws with a usable ratio
};

/// Pareto smoothed importance sampling.
///
/// @param log_ratios  [draw_count], log p - log q at draws from q; -infinity is a weight of 0, NaN and +infinity are
///                    left out
/// Source: Vehtari, Simpson, Gelman, Yao and Gabry (2024), "Pareto smoothed importance sampling"; the tail's shape by
/// Zhang and Stephens (2009).
ImportanceWeights smooth_importance_weights(const Vector& log_ratios);

}  // namespace g2t
