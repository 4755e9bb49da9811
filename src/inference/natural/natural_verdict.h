// Status and warnings of a fit in natural coordinates: converged, not converged, or not to be trusted, and why.
#pragma once

#include <inference/verdict.h>

#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <vector>

namespace g2t {

/// Share of draws that may fail before the fit is one of another distribution than the model's.
inline constexpr double kMaxFailedShare = 0.01;

inline constexpr double kMaxSdRatio = 1.25;  ///< posterior sd over q's, by the curvature

/// What else the run knows beyond its result.
struct NaturalEvidence : FitEvidence {
  bool is_within_tolerance = false;  ///< by the gap on fresh draws and every mean's own offset
  bool is_out_of_time = false;       ///< when the report was made
  bool is_gap_stalled = false;       ///< it did not shrink from the block before to the last
  bool is_scale_moving = false;      ///< a scale changed much between the last two blocks
  Index moving_parameter = 0;
  std::vector<Index> unbounded_parameters{};  ///< of a direction without bound; none: there is none that is known
  bool is_answer_flat = false;       ///< along those, whatever else its draws say
};

/// Sets status and warnings, by the answer.
void set_natural_verdict(const FitOptions& options, const NaturalEvidence& evidence, FitResult& result);

}  // namespace g2t
