// A thousand pairs of fresh draws serve the ELBO, where it is not exact, and the importance weights.
#include <importance/adaptive_importance.h>
#include <inference/natural/natural_report.h>
#include <inference/quantity_summary.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/importance/importance_weights.hpp>

namespace g2t {
namespace {

constexpr double kElboError = 0.02;          // nats
constexpr double kMinAdaptingSeconds = 2;    // that adapting weights may take, or as long as the fit took
constexpr Index kReportPairs = kReportDraws / 2;
constexpr Index kPairsAtOnce = 8;                            // drawn apart, evaluated side by side

// Standard error of averages of units, widened by what the gradient says is still missing.
Vector error_of_average(const Vector& unit_error, double units, const Vector& offset, const Vector& offset_error) {
  const Vector noise = unit_error.cwiseAbs2() / units;
  if (offset.size() == 0) return noise.cwiseSqrt();
  return (noise + (offset.cwiseAbs2() - offset_error.cwiseAbs2()).cwiseMax(0)).cwiseSqrt();
}

// Draws of q in mirrored pairs: the first halves, then the others in the same order.
struct ReportPairs {
  Matrix normals, draws;
  Vector log_density;
};

// Fewer where the deadline ends them, so that both halves of a pair are there.
ReportPairs report_pairs(const Model& model, const Gaussian& q, const SampleStreams& sample, const Deadline& deadline) {
  ReportPairs out;
  out.normals.resize(2 * kReportPairs, q.dimension());
  fill_mirrored_normals(sample.draws(), out.normals);
  transform_normals(q, out.normals, out.draws);
  std::vector<Index> order;
  for (Index first = 0; first < kReportPairs; first += kPairsAtOnce)
    for (const Index begin : {first, first + kReportPairs})
      for (Index k = 0; k < kPairsAtOnce; ++k) order.push_back(begin + k);
  static_assert(kReportPairs % kPairsAtOnce == 0);
  Vector values;
  const Index done = log_densities_until(model, out.draws(order, Eigen::all), deadline, values) / (2 * kPairsAtOnce);
  const Index pairs = done * kPairsAtOnce;
  out.log_density.resize(2 * kReportPairs);
  for (Index k = 0; k < 2 * pairs; ++k) out.log_density[order[static_cast<std::size_t>(k)]] = values[k];
  if (pairs == kReportPairs) return out;
  std::vector<Index> kept;
  for (const Index begin : {Index{0}, kReportPairs})
    for (Index k = 0; k < pairs; ++k) kept.push_back(begin + k);
  return {out.normals(kept, Eigen::all), out.draws(kept, Eigen::all), out.log_density(kept)};
}

Elbo elbo_of_pairs(const Model& model, const Gaussian& q, const Vector& log_ratios) {
  if (has_exact_elbo(model, q.structure)) return exact_elbo(model, q);
  // Pairs are one observation each: their halves depend on one another.
  const Index pairs = log_ratios.size() / 2;
  Elbo out = mean_elbo(0.5 * (log_ratios.head(pairs) + log_ratios.tail(pairs)));
  out.draws = 2 * pairs;
  out.failed_draws *= 2;
  return out;
}

// More pairs of their own, where the first leave an error that people would see and the options allow them.
void sharpen_elbo(const Model& model, const FitOptions& options, const StopRule& stop, FitResult& result) {
  const Elbo first = result.elbo;
  if (first.is_exact || first.draws < kReportDraws || stop(first.draws) || !std::isfinite(first.value) ||
      !(first.standard_error > kElboError))
    return;
  const double wanted = kReportDraws * (std::pow(first.standard_error / kElboError, 2) - 1);
  const Index more = static_cast<Index>(std::min(wanted, static_cast<double>(options.weight_draws - kReportDraws)));
  if (more < kReportPairs) return;
  const Elbo second = monte_carlo_elbo(model, result.q, streams::more_of_elbo(options.seed), more,
                                       [&](Index done) { return stop(first.draws + done); });
  result.gradient_draws += second.draws;
  if (!std::isfinite(second.value) && second.draws < more) return;  // too few to count
  const double weight = static_cast<double>(second.draws) / static_cast<double>(kReportDraws + second.draws);
  result.elbo.value = (1 - weight) * first.value + weight * second.value;
  result.elbo.standard_error = std::hypot((1 - weight) * first.standard_error, weight * second.standard_error);
  result.elbo.failed_draws += second.failed_draws;
  result.elbo.draws += second.draws;
}

void use(const AdaptedDraws& adapted, double q_khat, FitResult& result) {
  ImportanceReport& report = result.importance;
  result.gradient_draws += adapted.evaluations;
  report.q_khat = q_khat;
  report.khat = adapted.khat;
  report.effective_sample_size = adapted.effective_sample_size;
  report.draws = adapted.draws.rows();
  report.mean = adapted.draws.transpose() * adapted.weights;
  const Matrix centred = adapted.draws.rowwise() - report.mean.transpose();
  report.sd = (adapted.weights.transpose() * centred.cwiseAbs2()).cwiseSqrt().transpose();
}

}  // namespace

void report_natural_fit(const Model& model, const FitOptions& options, const NaturalFindings& findings,
                        const ReportTime& time, FitResult& result) {
  const Gaussian& q = result.q;
  const Index d = q.dimension();
  const RunLimits& limits = time.limits;
  const double for_quantities = limits.for_quantities(time.quantity_seconds * static_cast<double>(options.weight_draws));
  const Deadline of_densities = limits.deadline(for_quantities, RunLimits::kDensityGrace);
  const SampleStreams sample{options.seed, Sample::Report};
  const auto [normals, draws, log_density] = report_pairs(model, q, sample, of_densities);
  result.gradient_draws += draws.rows();
  result.diagnostics.report_draws = draws.rows();
  const Vector log_ratios = log_density - log_density_of_normals(q, normals);
  result.elbo = elbo_of_pairs(model, q, log_ratios);
  sharpen_elbo(model, options, of_densities, result);

  const Vector sds = standard_deviations(q);
  const ImportanceWeights weights = smooth_importance_weights(log_ratios);
  result.importance.khat = weights.khat;
  result.importance.effective_sample_size = weights.effective_sample_size;
  result.importance.draws = draws.rows();
  if (weights.used > 0) {
    const WeightedMoments moments = weighted_moments(draws, weights.weights, q.mean, sds);
    result.importance.mean = moments.mean;
    result.importance.sd = moments.sd;
  }
  AdaptedDraws adapted{draws, log_density, weights.weights, weights.khat, weights.effective_sample_size};
  const Deadline of_stages =
      limits.deadline_within(std::max(kMinAdaptingSeconds, result.seconds.total), for_quantities, RunLimits::kDensityGrace);
  if (options.weight_draws > kReportDraws && d <= kMaxFullRankParameters && can_adapt(weights, draws.rows()) &&
      !of_stages(draws.rows())) {
    adapted = adapt_importance(model, q, draws, log_density, options.weight_draws, sample, of_stages);
    use(adapted, weights.khat, result);
  }
  if (const Quantities* quantities = model.quantities())
    result.constrained =
        summarize_quantities(*quantities, adapted.draws, draws.rows(), weights.used > 0 ? adapted.weights : Vector(),
                             options.seed, limits.quantity_deadline());
  const GapEstimate& gap = findings.gap;
  const double units = findings.averaged_units;
  if (gap.draws > 0 && units > 0) {
    result.mcse_mean = error_of_average(gap.unit_mean_error, units, gap.mean_offset, gap.mean_offset_error);
    result.mcse_sd = sds.cwiseProduct(error_of_average(gap.unit_log_sd_error, units, {}, {}));
  }
  if (findings.metric != nullptr && findings.metric->is_usable())
    result.marginal_sd_ratio = findings.metric->marginal_sd_ratio(q.scale);
}

}  // namespace g2t
