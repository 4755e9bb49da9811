// Draws of q serve its ELBO, its weights, and the answer.
#include <inference/answer/make_posterior.h>
#include <inference/answer/pair_weights.h>
#include <inference/cover_modes.h>
#include <inference/natural/natural_report.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/streams.hpp>
#include <optional>

namespace g2t {
namespace {

constexpr Index kElboDraws = 256;  // at least

// Standard error of averages of units, or that of batches where it is larger: steps that are not small meet more noise than
// the average, and a drift is none. Widened by what the gradient says is still missing.
Vector error_of_average(const Vector& unit_error, double units, const Vector& of_batches, const Vector& offset,
                        const Vector& offset_error) {
  Vector noise = unit_error.cwiseAbs2() / units;
  if (of_batches.size() > 0) noise = noise.cwiseMax(of_batches.cwiseAbs2());
  if (offset.size() == 0) return noise.cwiseSqrt();
  return (noise + (offset.cwiseAbs2() - offset_error.cwiseAbs2()).cwiseMax(0)).cwiseSqrt();
}

Elbo elbo_by(const Model& model, const Gaussian& q, const QSample& of_q) {
  return has_exact_elbo(model, q.structure) ? exact_elbo(model, q) : of_q.elbo();
}

void report_errors(const NaturalFindings& findings, FitResult& result) {
  const GapEstimate& gap = findings.gap;
  const double units = findings.averaged_units;
  if (gap.draws > 0 && units > 0) {
    result.mcse_mean = error_of_average(gap.unit_mean_error, units, findings.batches.mean_error(), gap.mean_offset, gap.mean_offset_error);
    result.mcse_sd = standard_deviations(result.q).cwiseProduct(error_of_average(gap.unit_log_sd_error, units, findings.batches.log_sd_error(), gap.log_sd_offset, gap.log_sd_offset_error));
  }
  if (findings.metric != nullptr && findings.metric->is_usable())
    result.marginal_sd_ratio = findings.metric->marginal_sd_ratio(result.q.scale);
}

// An earlier state that was clearly better than the end of a run that went astray.
void go_back(const FitEvidence& evidence, FitResult& result) {
  FitWarning warning{.kind = WarningKind::EarlierIsResult};
  if (std::isfinite(result.elbo.value)) warning.numbers = {{"nats", evidence.best_elbo.value - result.elbo.value}};
  result.warnings.push_back(std::move(warning));
  result.q = evidence.best_q;
  result.is_average = false;
  result.gap.value = result.gap.standard_error = std::nan("");
}

// One that the starts found, or that a fit of another one asks for.
bool is_of_one_mode(const FitOptions& options, const FitResult& result) {
  return modes_that_matter(result.starts).size() > 1 || (options.modes == ModeCover::One && options.start.point);
}

}  // namespace

void report_natural_fit(const Model& model, const FitOptions& options, const NaturalFindings& findings,
                        const FitEvidence& evidence, const ReportTime& time, FitResult& result) {
  const RunLimits& limits = time.limits;
  AnswerSettings settings = options.answer_settings();
  settings.is_of_one_mode = is_of_one_mode(options, result);
  const Index count = settings.needed_draws();
  const double summary_seconds = limits.for_summary(time.quantity_seconds * static_cast<double>(count));
  const AnswerTime answer_time{.of_densities = limits.deadline(summary_seconds, RunLimits::kDensityGrace),
                               .of_quantities = limits.quantity_deadline(),
                               .gradient_seconds = options.costs ? 0 : findings.draw_seconds,
                               .progress = time.progress};
  const SampleStreams sample{options.seed, Sample::Fit};
  const auto sample_of = [&](const Gaussian& q) {
    QSample of_q(model, q, draws_in_time(q, std::max(count, kReportDraws), answer_time.of_densities), sample);
    of_q.evaluate(kElboDraws, answer_time.of_densities);
    result.elbo = elbo_by(model, q, of_q);
    return of_q;
  };
  std::optional<QSample> of_q = sample_of(result.q);
  if (!findings.is_within_tolerance && evidence.best_q.dimension() > 0 && is_clearly_above(evidence.best_elbo, result.elbo)) {
    result.gradient_draws += of_q->evaluated();
    go_back(evidence, result);
    of_q.emplace(sample_of(result.q));
  } else {
    report_errors(findings, result);
  }
  result.posterior = make_posterior(model, result.q, settings, sample, answer_time, *of_q);
  if (!result.elbo.is_exact) result.elbo = of_q->elbo();  // of more draws than before
  const PairWeights weights = weigh_pairs(*of_q);
  result.importance = {weights.of_pairs.khat, weights.effective_sample_size, weights.even_share(), of_q->evaluated()};
  result.diagnostics.report_draws = of_q->evaluated();
  result.gradient_draws += result.posterior.densities + result.posterior.gradients;
}

}  // namespace g2t
