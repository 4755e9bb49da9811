#include <inference/fit_verdict.h>

#include <fmt/format.h>

#include <cmath>

namespace g2t {
namespace {

constexpr double kWorthAWord = 1;     // nats
constexpr double kClearly = 5;        // standard errors

void warn_of_trouble(FitResult& result) {
  const FitDiagnostics& seen = result.diagnostics;
  if (seen.failed_draws > 0)
    result.warnings.push_back(fmt::format(
        "{} of {} draws had a log density or score that is not finite and were left out; check the model's support, "
        "or start nearer with --init",
        seen.failed_draws, result.gradient_draws));
  if (seen.skipped_steps > 0)
    result.warnings.push_back(fmt::format("{} steps were skipped since no draw was usable or the move was not finite; "
                                          "try a smaller --step-size",
                                          seen.skipped_steps));
  if (seen.sign_flips > 0)
    result.warnings.push_back(fmt::format("a scale crossed zero {} times and was mirrored; a smaller --step-size "
                                          "avoids that",
                                          seen.sign_flips));
  if (seen.step_size_cuts > 0)
    result.warnings.push_back(fmt::format("the raced step size proved too large {} times: the run went back to its best "
                                          "state and on with {:.3g}; '--step-size {:.3g}' avoids that",
                                          seen.step_size_cuts, result.step_size, result.step_size));
  if (seen.failed_selections > 0)
    result.warnings.push_back(fmt::format("{} selections had too few usable draws and kept the estimator as it was",
                                          seen.failed_selections));
}

}  // namespace

void judge_fit(FitResult& result, const FitEvidence& evidence) {
  warn_of_trouble(result);
  const double first = result.trace.empty() ? -INFINITY : result.trace.front().elbo.value;
  const bool is_finite = std::isfinite(result.elbo.value);
  const double noise = kClearly * (result.elbo.is_exact ? 0.0 : result.elbo.standard_error);
  const bool is_worse_than_start = std::isfinite(first) && result.elbo.value + noise < first;

  result.status = evidence.is_interrupted ? FitStatus::Interrupted : FitStatus::BudgetSpent;
  if (evidence.is_stuck || !is_finite || is_worse_than_start) {
    if (!evidence.is_interrupted) result.status = FitStatus::NotConverged;
    result.warnings.push_back(
        evidence.is_stuck ? "the fit could not go on: too many steps in a row had no finite draw; check the model with "
                            "'g2t evaluate --check-gradient', or give a start with --init"
        : !is_finite      ? "the fit diverged: its ELBO is not finite; give a smaller --step-size"
                          : "the fit diverged: its ELBO is below that of the start; give a smaller --step-size");
    if (evidence.best_q.dimension() == 0) return;
    result.q = evidence.best_q;
    result.elbo.value = evidence.best_elbo;
    result.warnings.push_back("the result is the best approximation seen on the way, not the last one");
    return;
  }
  if (evidence.best_elbo > result.elbo.value + noise + kWorthAWord)
    result.warnings.push_back(fmt::format("the ELBO was {:.2f} nats higher on the way; a smaller --step-size or "
                                          "--averaging tail keeps it",
                                          evidence.best_elbo - result.elbo.value));
}

}  // namespace g2t
