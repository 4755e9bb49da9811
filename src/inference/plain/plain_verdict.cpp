// Trouble that was counted on the way, then how the run ended.
#include <g2t/inference/answer_checks.hpp>
#include <inference/plain/plain_verdict.h>

#include <cmath>

namespace g2t {
namespace {

void warn_of_trouble(FitResult& result) {
  const FitDiagnostics& seen = result.diagnostics;
  const auto warn = [&](FitWarning warning) { result.warnings.push_back(std::move(warning)); };
  warn_of_failed_draws(result);
  if (seen.skipped_steps > 0) warn({.kind = WarningKind::SkippedSteps, .numbers = {{"steps", seen.skipped_steps}}});
  if (seen.sign_flips > 0 && seen.step_size_cuts == 0)  // else they are part of what the cut mended
    warn({.kind = WarningKind::SignFlips, .numbers = {{"flips", seen.sign_flips}}});
  if (seen.step_size_cuts > 0)
    warn({.kind = WarningKind::StepSizeCuts,
          .numbers = {{"cuts", seen.step_size_cuts}, {"step_size", result.step_size}}});
  if (seen.failed_selections > 0)
    warn({.kind = WarningKind::FailedSelections, .numbers = {{"selections", seen.failed_selections}}});
  if (!result.is_race_decided)
    warn({.kind = WarningKind::UndecidedStepSize, .numbers = {{"step_size", result.step_size}}});
}

void go_back(FitResult& result, const FitEvidence& evidence) {
  result.q = evidence.best_q;
  result.elbo = evidence.best_elbo;
  result.is_average = false;
  result.warnings.push_back({.kind = WarningKind::BestIsResult});
}

}  // namespace

void set_plain_verdict(FitResult& result, const FitEvidence& evidence) {
  warn_of_trouble(result);
  if (evidence.has_no_steps) result.warnings.push_back({.kind = WarningKind::NoSteps});
  result.status = evidence.is_interrupted ? FitStatus::Interrupted : FitStatus::BudgetSpent;
  const Elbo first = result.trace.empty() ? result.elbo : result.trace.front().elbo;
  const bool is_finite = std::isfinite(result.elbo.value);
  const bool is_worse_than_start = std::isfinite(first.value) && is_clearly_above(first, result.elbo);
  const bool has_best = evidence.best_q.dimension() > 0;

  if (evidence.is_stuck || !is_finite || is_worse_than_start) {
    if (!evidence.is_interrupted) result.status = FitStatus::NotConverged;
    result.warnings.push_back({.kind = evidence.is_stuck ? WarningKind::Stuck
                                       : !is_finite      ? WarningKind::Diverged
                                                         : WarningKind::ElboBelowStart});
    if (has_best) go_back(result, evidence);
    return;
  }
  if (has_best && is_clearly_above(evidence.best_elbo, result.elbo)) {
    result.warnings.push_back(
        {.kind = WarningKind::ElboBelowBest, .numbers = {{"nats", evidence.best_elbo.value - result.elbo.value}}});
    go_back(result, evidence);
  }
}

void judge_plain_answer(const FitOptions& options, FitResult& result) {
  warn_of_values(result);
  warn_of_long_tails(result);
  const bool is_interrupted = result.status == FitStatus::Interrupted;
  if (!is_interrupted) warn_of_cut_answer(options.answer_settings().needed_draws(), result);
  if (options.answer == AnswerWay::Gaussian || is_interrupted) return;
  const std::vector<FitWarning> doubts = doubts_of(result.posterior, options.tolerance);
  result.warnings.insert(result.warnings.end(), doubts.begin(), doubts.end());
  result.status = doubts.empty() ? FitStatus::Converged : FitStatus::NotTrusted;
}

}  // namespace g2t
