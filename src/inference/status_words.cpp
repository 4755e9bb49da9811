// One sentence for each status.
#include <g2t/inference/status_words.hpp>

#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

std::string amount(const FitResult& result) {
  const FitSeconds& seconds = result.seconds;
  return fmt::format("{} ({}, {})", duration(std::isnan(seconds.waited) ? seconds.total : seconds.waited),
                     counted(result.iterations, "step"), counted(result.gradient_draws, "draw"));
}

// "2,000 draws by chains from q, at least 1,430 of them effective".
std::string draws_of(const FitResult& result) {
  const Posterior& answer = result.posterior;
  if (answer.draw_count() == 0) return "no draws";
  const char* const way = answer.way == AnswerWay::Moved      ? "by chains from q"
                          : answer.way == AnswerWay::Weighted ? "by importance weights"
                                                              : "of q";
  const double ess = answer.parameters.ess.size() > 0 ? answer.parameters.ess.minCoeff() : std::nan("");
  std::string text = fmt::format("{} {}", counted(answer.draw_count(), "draw"), way);
  if (std::isfinite(ess)) text += fmt::format(", at least {} of them effective", grouped(std::lround(ess)));
  return text;
}

// By how much the ELBO changed in the second half of the time; empty if the trace does not tell.
std::string recent_change(const FitResult& result) {
  if (result.trace.size() < 2) return "";
  const TracePoint& last = result.trace.back();
  const TracePoint* middle = &result.trace.front();
  for (const TracePoint& point : result.trace)
    if (point.elapsed_seconds <= last.elapsed_seconds / 2) middle = &point;
  const double change = last.elbo.value - middle->elbo.value;
  const double noise = std::hypot(last.elbo.standard_error, middle->elbo.standard_error);
  if (middle == &last || !std::isfinite(change)) return "";
  if (std::abs(change) <= std::max(2 * noise, 0.005)) return "; in its second half the ELBO did not change visibly";
  return fmt::format("; in its second half the ELBO {} by {}", change > 0 ? "rose" : "fell",
                     significant(std::abs(change)));
}

}  // namespace

std::string status_sentence(const FitResult& result) {
  const std::string spent = amount(result);
  switch (result.status) {
    case FitStatus::Converged: return "Converged in " + spent + ": " + draws_of(result) + ".";
    case FitStatus::BudgetSpent: return "Budget spent: " + spent + recent_change(result) + ".";
    case FitStatus::NotConverged: return "NOT CONVERGED after " + spent + ": do not use this result.";
    case FitStatus::NotTrusted: return "NOT TO BE TRUSTED, after " + spent + ": " + draws_of(result) + ", but see the warnings.";
    case FitStatus::Interrupted: return "INTERRUPTED after " + spent + ": the best so far, not a finished fit.";
  }
  return "";
}

}  // namespace g2t
