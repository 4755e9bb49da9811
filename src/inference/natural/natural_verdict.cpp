// What was counted on the way, then reasons against convergence, then reasons against trust.
#include <g2t/inference/answer_checks.hpp>
#include <inference/cover_modes.h>
#include <inference/natural/natural_verdict.h>

#include <algorithm>
#include <cmath>
#include <g2t/importance/importance_weights.hpp>
#include <iterator>
#include <limits>

namespace g2t {
namespace {

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
  if (!evidence.unbounded_parameters.empty()) {
    FitWarning out{.kind = WarningKind::UnboundedDirection, .family = result.q.structure};
    for (const Index i : evidence.unbounded_parameters)
      out.names.push_back(result.parameter_names[static_cast<std::size_t>(i)]);
    return out;
  }
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
                   {"tolerance", options.q_tolerance()}};
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

FitWarning several_modes(const std::vector<StartRecord>& modes) {
  FitWarning out{.kind = WarningKind::SeveralModes, .numbers = {{"modes", modes.size()}}};
  for (std::size_t k = 0; k < modes.size(); ++k) {
    out.numbers.emplace_back("elbo_" + std::to_string(k + 1), modes[k].elbo.value);
    if (modes[k].is_chosen) out.numbers.emplace_back("chosen", k + 1);
  }
  return out;
}

// Several modes, which no way to the answer tells of; and what else there is to say about q as the answer.
std::vector<FitWarning> doubts_of_fit(const FitOptions& options, const FitResult& result) {
  std::vector<FitWarning> out;
  const ImportanceReport& weights = result.importance;
  if (const std::vector<StartRecord> modes = modes_that_matter(result.starts); modes.size() > 1) out.push_back(several_modes(modes));
  if (options.answer != AnswerWay::Gaussian) return out;
  if (weights.khat > kTrustedKhat && weights.even_share <= kEvenWeights)
    out.push_back({.kind = WarningKind::HeavyTails, .numbers = {{"khat", weights.khat}, {"threshold", kTrustedKhat}}});
  if (result.marginal_sd_ratio.size() > 0 && result.marginal_sd_ratio.maxCoeff() > kMaxSdRatio)
    out.push_back(conditional_sds(result.marginal_sd_ratio, result.parameter_names));
  return out;
}

bool is_against_convergence(const FitWarning& warning) { return warning.kind < WarningKind::HeavyTails; }

}  // namespace

void set_natural_verdict(const FitOptions& options, const NaturalEvidence& evidence, FitResult& result) {
  warn_of_counts(result);
  warn_of_values(result);
  warn_of_long_tails(result);
  if (!evidence.is_interrupted) warn_of_cut_answer(options.answer_settings().needed_draws(), result);
  const bool is_gaussian = options.answer == AnswerWay::Gaussian;
  const double used = static_cast<double>(std::max<Index>(1, result.gradient_draws));
  // Chains and weights leave out what has no density: their posterior is the model's.
  const bool has_many_failures = is_gaussian && static_cast<double>(result.diagnostics.failed_draws) > kMaxFailedShare * used;
  std::vector<FitWarning> doubts = doubts_of(result.posterior, options.tolerance);
  // Scales that moved are no matter where the answer is right.
  const bool is_unbounded = !evidence.unbounded_parameters.empty() && (evidence.is_answer_flat || !evidence.is_scale_moving || !doubts.empty());
  const bool is_finished = !evidence.is_stuck && std::isfinite(result.elbo.value) && !has_many_failures &&
                           !is_unbounded &&
                           (!is_gaussian || (evidence.is_within_tolerance && !evidence.is_scale_moving));
  if (!is_finished || (evidence.is_scale_moving && !doubts.empty())) {
    const bool is_of_failures =
        evidence.is_within_tolerance && has_many_failures && evidence.unbounded_parameters.empty();
    doubts.insert(doubts.begin(), is_of_failures ? FitWarning{.kind = WarningKind::ManyFailedDraws}
                                                 : unfinished(options, evidence, result));
  }
  for (FitWarning& doubt : doubts_of_fit(options, result)) doubts.push_back(std::move(doubt));
  for (FitWarning& doubt : doubts) doubt.family = result.q.structure;
  if (evidence.is_interrupted) {
    result.status = FitStatus::Interrupted;
  } else if (doubts.empty()) {
    result.status = FitStatus::Converged;
  } else {
    const bool is_unfinished = !is_finished || evidence.is_out_of_time;
    result.status = is_unfinished || std::all_of(doubts.begin(), doubts.end(), is_against_convergence) ? FitStatus::NotConverged
                                                                                                     : FitStatus::NotTrusted;
  }
  std::move(doubts.begin(), doubts.end(), std::back_inserter(result.warnings));
}

}  // namespace g2t
