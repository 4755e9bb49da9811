// A thousand pairs of fresh draws serve the ELBO, where it is not exact, and the importance weights.
#include <importance/adaptive_importance.h>
#include <inference/natural/natural_report.h>
#include <inference/quantity_summary.h>

#include <chrono>
#include <cmath>
#include <g2t/core/streams.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/importance/importance_weights.hpp>

namespace g2t {
namespace {

constexpr double kElboError = 0.02;          // nats
constexpr double kLeastAdaptingSeconds = 2;  // that adapting weights may take, or as long as the fit took
constexpr Index kReportPairs = kReportDraws / 2;

// Standard error of averages of units, widened by what the gradient says is still missing.
Vector error_of_average(const Vector& unit_error, double units, const Vector& offset, const Vector& offset_error) {
  const Vector noise = unit_error.cwiseAbs2() / units;
  if (offset.size() == 0) return noise.cwiseSqrt();
  return (noise + (offset.cwiseAbs2() - offset_error.cwiseAbs2()).cwiseMax(0)).cwiseSqrt();
}

Elbo elbo_of_pairs(const Model& model, const Gaussian& q, const Vector& log_ratios) {
  if (has_exact_elbo(model, q.structure)) return exact_elbo(model, q);
  // Pairs are one observation each: their halves depend on one another.
  Elbo out = mean_elbo(0.5 * (log_ratios.head(kReportPairs) + log_ratios.tail(kReportPairs)));
  out.failed_draws *= 2;
  return out;
}

// More pairs of their own, where the first leave an error that people would see and the options allow them.
void sharpen_elbo(const Model& model, const FitOptions& options, FitResult& result) {
  const Elbo first = result.elbo;
  if (first.is_exact || !std::isfinite(first.value) || !(first.standard_error > kElboError)) return;
  const double wanted = kReportDraws * (std::pow(first.standard_error / kElboError, 2) - 1);
  const Index more = static_cast<Index>(std::min(wanted, static_cast<double>(options.weight_draws - kReportDraws)));
  if (more < kReportPairs) return;
  const Elbo second = monte_carlo_elbo(model, result.q, streams::more_of_elbo(options.seed), more);
  result.gradient_draws += more;
  const double weight = static_cast<double>(more) / static_cast<double>(kReportDraws + more);
  result.elbo.value = (1 - weight) * first.value + weight * second.value;
  result.elbo.standard_error = std::hypot((1 - weight) * first.standard_error, weight * second.standard_error);
  result.elbo.failed_draws += second.failed_draws;
}

void use(const AdaptedDraws& adapted, double q_khat, FitResult& result) {
  ImportanceReport& report = result.importance;
  result.gradient_draws += adapted.draws.rows() - report.draws;
  report.q_khat = q_khat;
  report.khat = adapted.khat;
  report.effective_sample_size = adapted.effective_sample_size;
  report.draws = adapted.draws.rows();
  report.mean = adapted.draws.transpose() * adapted.weights;
  const Matrix centred = adapted.draws.rowwise() - report.mean.transpose();
  report.sd = (adapted.weights.transpose() * centred.cwiseAbs2()).cwiseSqrt().transpose();
}

}  // namespace

void report_natural_fit(const Model& model, const FitOptions& options, const GapEstimate& gap, double averaged_units,
                        const MeanMetric* metric, FitResult& result) {
  const Gaussian& q = result.q;
  const Index d = q.dimension();
  Matrix normals(kReportDraws, d), draws;
  const SampleStreams sample{options.seed, Sample::Report};
  fill_mirrored_normals(sample.draws(), normals);
  transform_normals(q, normals, draws);
  Vector log_density;
  model.log_densities(draws, log_density);
  result.gradient_draws += draws.rows();
  const Vector log_ratios = log_density - log_density_of_normals(q, normals);
  result.elbo = elbo_of_pairs(model, q, log_ratios);
  sharpen_elbo(model, options, result);

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
  if (options.weight_draws > kReportDraws && d <= kMostFullRankParameters && can_adapt(weights, draws.rows())) {
    const auto begin = std::chrono::steady_clock::now();
    const double most = std::max(kLeastAdaptingSeconds, result.seconds.total);
    const auto is_late = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > most; };
    adapted = adapt_importance(model, q, draws, log_density, options.weight_draws, sample, is_late);
    use(adapted, weights.khat, result);
  }
  if (const Quantities* quantities = model.quantities())
    result.constrained = summarize_quantities(*quantities, adapted.draws, draws.rows(),
                                              weights.used > 0 ? adapted.weights : Vector(), options.seed);
  if (gap.draws > 0 && averaged_units > 0) {
    result.mcse_mean = error_of_average(gap.unit_mean_error, averaged_units, gap.mean_offset, gap.mean_offset_error);
    result.mcse_sd = sds.cwiseProduct(error_of_average(gap.unit_log_sd_error, averaged_units, {}, {}));
  }
  if (metric != nullptr && metric->is_usable()) result.hidden_spread = metric->spread(q.scale);
}

}  // namespace g2t
