// What was counted on the way, then reasons against convergence, then reasons against trust.
#include <importance/adaptive_importance.h>
#include <inference/natural/natural_verdict.h>

#include <algorithm>
#include <cmath>
#include <g2t/importance/importance_weights.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr double kNegligibleMass = 10;      // nats below the best mode: not worth a word
constexpr double kMaxShift = 0.3;       // of a mean from the weighted one, in sds
constexpr double kShiftErrors = 2;      // standard errors that means of few draws are allowed
constexpr double kMaxSdRatio = 1.25;    // posterior sd over q's, by the curvature

void warn_of_counts(FitResult& result) {
  const FitDiagnostics& seen = result.diagnostics;
  const auto warn = [&](FitWarning warning) { result.warnings.push_back(std::move(warning)); };
  warn_of_failed_draws(result);
  if (seen.shrunk_steps > 0) warn({.kind = WarningKind::ShrunkSteps, .numbers = {{"steps", seen.shrunk_steps}}});
  if (seen.skipped_steps > 0) warn({.kind = WarningKind::NonFiniteSteps, .numbers = {{"steps", seen.skipped_steps}}});
  if (seen.failed_selections > 0)
    warn({.kind = WarningKind::SelectionsShortOfDraws, .numbers = {{"selections", seen.failed_selections}}});
}

// In posterior sds, the root-mean-square distance that a gap stands for.
double distance(double gap, Index dimension) {
  return std::sqrt(2 * std::max(gap, 0.0) / static_cast<double>(dimension));
}

// Why the fit has not converged.
FitWarning unfinished(const FitOptions& options, const NaturalEvidence& evidence, const FitResult& result) {
  if (evidence.is_stuck) return {.kind = WarningKind::Stuck};
  if (!std::isfinite(result.elbo.value)) return {.kind = WarningKind::ElboNotFinite};
  FitWarning out{.kind = WarningKind::NoConvergenceTest,
                 .family = result.q.structure,
                 .has_iteration_limit = options.iterations.has_value()};
  if (evidence.is_scale_moving) {
    out.kind = WarningKind::MovingScale;
    out.numbers = {{"scale", standard_deviations(result.q)[evidence.moving_parameter]}};
    out.names = {result.parameter_names[static_cast<std::size_t>(evidence.moving_parameter)]};
  } else if (std::isfinite(result.gap.value)) {
    out.kind = evidence.is_gap_stalled ? WarningKind::GapStalled : WarningKind::GapAboveTolerance;
    out.numbers = {{"distance", distance(result.gap.value, result.q.dimension())},
                   {"gap", result.gap.value},
                   {"gap_se", result.gap.standard_error},
                   {"tolerance", options.tolerance}};
  } else if (result.q.structure == Structure::Diagonal) {
    out.kind = WarningKind::CurvatureNotKnown;
  }
  return out;
}

// Of the parameters whose sds are too small, with the largest ratios first.
FitWarning conditional_sds(const Vector& ratios, const std::vector<std::string>& names) {
  std::vector<Index> order;
  for (Index i = 0; i < ratios.size(); ++i)
    if (ratios[i] > kMaxSdRatio) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return ratios[a] > ratios[b]; });
  FitWarning out{.kind = WarningKind::ConditionalSds, .numbers = {{"parameters", order.size()}}};
  for (std::size_t k = 0; k < std::min(kMaxNamed, order.size()); ++k) {
    out.names.push_back(names[static_cast<std::size_t>(order[k])]);
    out.numbers.emplace_back("ratio_" + std::to_string(k + 1), ratios[order[k]]);
  }
  return out;
}

// The best start of every mode, in order of first appearance, without those that hold next to nothing of the posterior.
std::vector<StartRecord> modes_that_matter(const std::vector<StartRecord>& starts) {
  std::vector<StartRecord> best;
  double highest = -std::numeric_limits<double>::infinity();
  for (const StartRecord& start : starts) {
    highest = std::max(highest, start.elbo.value);
    if (start.mode < 0) continue;
    const auto known = std::find_if(best.begin(), best.end(), [&](const StartRecord& other) { return other.mode == start.mode; });
    if (known == best.end())
      best.push_back(start);
    else if (start.is_chosen || (!known->is_chosen && start.elbo.value > known->elbo.value))
      *known = start;
  }
  std::erase_if(best, [&](const StartRecord& start) { return !(start.elbo.value > highest - kNegligibleMass); });
  return best;
}

FitWarning several_modes(const std::vector<StartRecord>& modes) {
  FitWarning out{.kind = WarningKind::SeveralModes, .numbers = {{"modes", modes.size()}}};
  for (std::size_t k = 0; k < modes.size(); ++k) {
    out.numbers.emplace_back("elbo_" + std::to_string(k + 1), modes[k].elbo.value);
    if (modes[k].is_chosen) out.numbers.emplace_back("chosen", k + 1);
  }
  return out;
}

// Of the model's own quantities where it has them, else of the unconstrained parameters: the largest distance of a
// parameter's mean from the weighted one, in weighted sds, beyond the noise of few draws if time was up for more. 0 if
// weights were not adapted.
double largest_shift(const FitResult& result, Index& worst) {
  const QuantitySummary& own = result.constrained;
  if (!std::isfinite(result.importance.q_khat)) return 0;
  const bool has_own = own.parameter_count > 0 && own.weighted_mean.size() >= own.parameter_count;
  const Index count = has_own ? own.parameter_count : result.q.dimension();
  const Vector& mean = has_own ? own.mean : result.q.mean;
  const Vector& weighted = has_own ? own.weighted_mean : result.importance.mean;
  const Vector& sd = has_own ? own.weighted_sd : result.importance.sd;
  if (weighted.size() == 0) return 0;
  Vector apart = (mean - weighted).head(count).cwiseAbs();
  if (has_own && own.draws < result.diagnostics.report_draws)
    apart -= kShiftErrors * (own.sd.head(count).cwiseAbs2() / static_cast<double>(own.draws) +
                             own.weighted_sd.head(count).cwiseAbs2() / static_cast<double>(own.weighted_draws))
                                .cwiseSqrt();
  const Vector shift = apart.cwiseQuotient(sd.head(count));
  double largest = 0;
  for (Index i = 0; i < count; ++i)  // a parameter that does not move has no sd
    if (shift[i] > largest) largest = shift[worst = i];
  return largest;
}

std::string shifted_name(const FitResult& result, Index i) {
  const std::vector<std::string>& names =
      result.constrained.parameter_count > 0 ? result.constrained.names : result.parameter_names;
  return names[static_cast<std::size_t>(i)];
}

// True if something speaks against using the result, converged or not.
bool warn_of_doubt(FitResult& result) {
  bool is_doubtful = false;
  const auto doubt = [&](FitWarning warning) {
    result.warnings.push_back(std::move(warning));
    is_doubtful = true;
  };
  const ImportanceReport& weights = result.importance;
  const bool are_weights_even = weights.effective_sample_size > kEvenWeights * static_cast<double>(weights.draws);
  const bool are_enough = are_weights_enough(weights.khat, weights.effective_sample_size, weights.draws);
  if (weights.khat > kTrustedKhat && !are_weights_even)
    doubt({.kind = WarningKind::HeavyTails,
           .numbers = {{"khat", weights.khat}, {"threshold", kTrustedKhat}},
           .family = result.q.structure});
  else if (weights.q_khat > kTrustedKhat && !are_enough)
    doubt({.kind = WarningKind::UnevenWeights,
           .numbers = {{"khat_of_q", weights.q_khat},
                       {"threshold", kTrustedKhat},
                       {"draws", weights.draws},
                       {"effective_sample_size", weights.effective_sample_size}}});
  if (const std::vector<StartRecord> modes = modes_that_matter(result.starts); modes.size() > 1)
    doubt(several_modes(modes));
  Index worst = 0;
  if (const double shift = largest_shift(result, worst); shift > kMaxShift)
    doubt({.kind = are_enough ? WarningKind::ShiftedMeanReweighted : WarningKind::ShiftedMean,
           .numbers = {{"shift", shift}},
           .names = {shifted_name(result, worst)},
           .family = result.q.structure});
  if (result.marginal_sd_ratio.size() > 0 && result.marginal_sd_ratio.maxCoeff() > kMaxSdRatio)
    doubt(conditional_sds(result.marginal_sd_ratio, result.parameter_names));
  return is_doubtful;
}

}  // namespace

void set_natural_verdict(const FitOptions& options, const NaturalEvidence& evidence, FitResult& result) {
  warn_of_counts(result);
  warn_of_missing_values(result);
  if (!evidence.is_interrupted) warn_of_cut_report(kReportDraws, result);
  const double used = static_cast<double>(std::max<Index>(1, result.gradient_draws));
  const bool has_many_failures = static_cast<double>(result.diagnostics.failed_draws) > kMaxFailedShare * used;
  const bool is_converged = evidence.is_within_tolerance && !evidence.is_scale_moving && !evidence.is_stuck &&
                            std::isfinite(result.elbo.value) && !has_many_failures;
  if (evidence.is_interrupted) {
    result.status = FitStatus::Interrupted;
  } else if (!is_converged) {
    result.status = FitStatus::NotConverged;
    const bool is_of_failures = evidence.is_within_tolerance && has_many_failures;
    result.warnings.push_back(is_of_failures ? FitWarning{.kind = WarningKind::ManyFailedDraws}
                                             : unfinished(options, evidence, result));
  }
  // An earlier state that was clearly better than the end of a run that went astray.
  const Elbo &best = evidence.best_elbo, &last = result.elbo;
  if (!is_converged && evidence.best_q.dimension() > 0 && is_clearly_above(best, last)) {
    FitWarning warning{.kind = WarningKind::EarlierIsResult};
    if (std::isfinite(last.value)) warning.numbers = {{"nats", best.value - last.value}};
    result.warnings.push_back(std::move(warning));
    result.q = evidence.best_q;
    result.elbo = best;
    result.is_average = false;
    result.gap.value = result.gap.standard_error = std::nan("");
    result.mcse_mean.resize(0);
    result.mcse_sd.resize(0);
  }
  const bool is_doubtful = warn_of_doubt(result);
  if (is_converged && !evidence.is_interrupted)
    result.status = is_doubtful ? FitStatus::NotTrusted : FitStatus::Converged;
}

}  // namespace g2t
