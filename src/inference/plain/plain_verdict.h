// Status and warnings of a finished run: says what was seen and what to do about it.
#pragma once

#include <g2t/inference/result.hpp>

namespace g2t {

/// What the run knows beyond its result.
struct FitEvidence {
  bool is_interrupted = false;
  bool is_stuck = false;  ///< too many steps in a row had no usable draw
  Gaussian best_q;        ///< of the trace, by ELBO; empty if no ELBO was finite
  Elbo best_elbo;
};

/// Sets status and warnings; the result is the best q of the trace where the last one is unusable.
void set_plain_verdict(FitResult& result, const FitEvidence& evidence);

}  // namespace g2t
