// Trouble that was counted on the way, then how the run ended.
#include <inference/plain/plain_verdict.h>
#include <inference/quantity_summary.h>

#include <fmt/format.h>

#include <cmath>

namespace g2t {
namespace {

constexpr double kWorthAWord = 1;  // nats
constexpr double kClearly = 5;     // standard errors

void warn_of_trouble(FitResult& result) {
  const FitDiagnostics& seen = result.diagnostics;
  if (seen.failed_draws > 0)
    result.warnings.push_back(fmt::format(
        "{} of {} draws had a log density or score that is not finite and were left out{}; check the model's support, "
        "or start nearer with --init",
        seen.failed_draws, result.gradient_draws,
        seen.failures_in_words()));
  if (seen.skipped_steps > 0)
    result.warnings.push_back(fmt::format("{} steps were skipped since no draw was usable or the move was not finite; "
                                          "try a smaller --step-size",
                                          seen.skipped_steps));
  if (seen.sign_flips > 0 && seen.step_size_cuts == 0)  // else they are part of what the cut mended
    result.warnings.push_back(fmt::format("a scale crossed zero {} times and was mirrored; a smaller --step-size "
                                          "avoids that",
                                          seen.sign_flips));
  if (seen.step_size_cuts > 0)
    result.warnings.push_back(fmt::format("the step size proved too large {} times: the run went back to its best "
                                          "state and on with {:.3g}; '--step-size {:.3g}' avoids that",
                                          seen.step_size_cuts, result.step_size, result.step_size));
  if (seen.failed_selections > 0)
    result.warnings.push_back(fmt::format("{} selections had too few usable draws or too little time, and kept the "
                                          "estimator as it was; give more --time-budget, or fewer --select-draws",
                                          seen.failed_selections));
  if (!result.is_race_decided)
    result.warnings.push_back(fmt::format("there was no time to compare step sizes, so {:.3g} is a guess; give more "
                                          "--time-budget, or a --step-size",
                                          result.step_size));
  if (result.iterations == 0)
    result.warnings.push_back("no step was made after the warm-up; give more --time-budget");
}
// True if b is clearly above a: by more than a nat beyond the noise of both.
bool is_clearly_above(const Elbo& b, const Elbo& a) {
  return b.value > a.value + kWorthAWord + kClearly * std::hypot(a.standard_error, b.standard_error);
}

void go_back(FitResult& result, const FitEvidence& evidence) {
  result.q = evidence.best_q;
  result.elbo = evidence.best_elbo;
  result.is_average = false;
  result.warnings.push_back("the result is the best approximation seen on the way, not the last one; it is no optimum");
}

}  // namespace

void judge_fit(FitResult& result, const FitEvidence& evidence) {
  warn_of_trouble(result);
  warn_of_missing_values(result);
  result.status = evidence.is_interrupted ? FitStatus::Interrupted : FitStatus::BudgetSpent;
  const Elbo first = result.trace.empty() ? result.elbo : result.trace.front().elbo;
  const bool is_finite = std::isfinite(result.elbo.value);
  const bool is_worse_than_start = std::isfinite(first.value) && is_clearly_above(first, result.elbo);
  const bool has_best = evidence.best_q.dimension() > 0;

  if (evidence.is_stuck || !is_finite || is_worse_than_start) {
    if (!evidence.is_interrupted) result.status = FitStatus::NotConverged;
    result.warnings.push_back(
        evidence.is_stuck ? "the fit could not go on: too many steps in a row had no finite draw; check the model with "
                            "'g2t evaluate --check-gradient', or give a start with --init"
        : !is_finite      ? "the fit diverged: its ELBO is not finite; give a smaller --step-size"
                          : "the fit diverged: its ELBO is below that of the start; give a smaller --step-size");
    if (has_best) go_back(result, evidence);
    return;
  }
  if (has_best && is_clearly_above(evidence.best_elbo, result.elbo)) {
    result.warnings.push_back(fmt::format("the ELBO ended {:.2f} nats below the best on the way; give a smaller "
                                          "--step-size or a longer --time-budget",
                                          evidence.best_elbo.value - result.elbo.value));
    if (result.elbo.is_exact) go_back(result, evidence);
  }
}

}  // namespace g2t
