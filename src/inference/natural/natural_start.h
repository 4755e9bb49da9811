// The start of a fit in natural coordinates: paths and, where those leave doubt, a random mean-field start, raced.
#pragma once

#include <functional>
#include <g2t/core/clock.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/result.hpp>
#include <inference/natural/gap_estimator.h>
#include <optional>

namespace g2t {

struct NaturalStart {
  Gaussian q;
  std::vector<StartRecord> starts;
  std::vector<Symmetry> symmetries;  ///< that make images of the chosen one
  Index draws = 0;  ///< density evaluations
  /// Of a q that exact steps led to, and that no other start may be better than: it needs no steps with noise.
  std::optional<GapEstimate> exact_gap;
};

/// @throws InvalidArgument if the log density is finite nowhere that was tried
NaturalStart find_start(const Model& model, const FitPlan& plan, Clock& clock,
                        const std::function<bool()>& should_stop);

}  // namespace g2t
