// Whether the gradient was wrong from the beginning: asked for when a run went astray.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/result.hpp>
#include <limits>
#include <optional>

namespace g2t {

/// True if the run met what a right gradient hardly leads to: a far better q than its last one, or no way on.
[[nodiscard]] bool went_astray(const FitResult& result);

/// A warning if the model's gradient is not the derivative of its log density where the run began, or a little beside
/// it. It takes twenty evaluations for each parameter: nothing with more than kMaxCheckedGradient of them, or if one
/// evaluation shows that all would take longer than `max_seconds`.
[[nodiscard]] std::optional<FitWarning> wrong_gradient_at(const Vector& start, const Model& model,
                                                          double max_seconds = std::numeric_limits<double>::infinity());

inline constexpr Index kMaxCheckedGradient = 100;

}  // namespace g2t
