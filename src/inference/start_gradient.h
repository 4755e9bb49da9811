// Whether the gradient was wrong from the beginning: asked for when a run went astray.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/result.hpp>
#include <optional>

namespace g2t {

/// True if the run met what a right gradient hardly leads to: a far better q than its last one, or no way on.
[[nodiscard]] bool went_astray(const FitResult& result);

/// A warning if the model's gradient is not the derivative of its log density where the run began, or a little beside
/// it. Nothing with more than kMaxCheckedGradient parameters: the check takes twenty evaluations for each.
[[nodiscard]] std::optional<FitWarning> wrong_gradient_at(const Vector& start, const Model& model);

inline constexpr Index kMaxCheckedGradient = 100;

}  // namespace g2t
