// Status and warnings of a finished run: says what was seen and what to do about it.
#pragma once

#include <inference/verdict.h>

#include <g2t/inference/options.hpp>

namespace g2t {

/// Sets status and warnings; the result is the best q of the trace where the last one is unusable.
void set_plain_verdict(FitResult& result, const FitEvidence& evidence);

/// Warnings about the answer; with one that is more than q, a status by it.
void judge_plain_answer(const FitOptions& options, FitResult& result);

}  // namespace g2t
