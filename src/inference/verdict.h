// What the verdicts of both kinds of run share.
#pragma once

#include <g2t/inference/result.hpp>

namespace g2t {

/// What a run knows beyond its result.
struct FitEvidence {
  bool is_interrupted = false;
  bool is_stuck = false;      ///< too many steps in a row without enough usable draws
  bool has_no_steps = false;  ///< within its budget
  Gaussian best_q;        ///< of the trace, by ELBO; empty if no ELBO was finite
  Elbo best_elbo;
};

inline constexpr std::size_t kMaxNamed = 5;  ///< parameters or values in a warning

/// True if `above` is more than a nat above `below`, beyond the noise of both; or finite, where `below` is not.
[[nodiscard]] bool is_clearly_above(const Elbo& above, const Elbo& below);

/// Adds a warning if draws failed.
void warn_of_failed_draws(FitResult& result);

/// Adds a warning where the draws of the answer, or of the values in it, are fewer than planned.
void warn_of_cut_answer(Index planned, FitResult& result);

/// Adds a warning where parameters of the answer have long tails and sds of errors above 10 %.
void warn_of_long_tails(FitResult& result);

/// Adds a warning where values of the model's own could not be had for any draw, and one where for some.
void warn_of_values(FitResult& result);

}  // namespace g2t
