// Status and warnings of a finished run: says what was seen and what to do about it.
#pragma once

#include <inference/verdict.h>

namespace g2t {

/// Sets status and warnings; the result is the best q of the trace where the last one is unusable.
void set_plain_verdict(FitResult& result, const FitEvidence& evidence);

}  // namespace g2t
