// A thousand pairs of fresh draws serve the ELBO, where it is not exact, and the importance weights.
#include <importance/adaptive_importance.h>
#include <inference/natural/natural_report.h>
#include <inference/quantity_summary.h>

#include <chrono>
#include <cmath>
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

void set_elbo(const Model& model, const Vector& log_ratios, FitResult& result) {
  if (has_exact_elbo(model, result.q.structure)) {
    result.elbo = elbo(model, result.q, {}, 2);
    return;
  }
  // Pairs are one observation each: their halves depend on one another.
  Elbo value;
  std::vector<double> pairs;
  for (Index k = 0; k < kReportPairs; ++k) {
    const double mean = 0.5 * (log_ratios[k] + log_ratios[k + kReportPairs]);
    if (std::isfinite(mean)) pairs.push_back(mean);
  }
  value.failed_draws = 2 * (kReportPairs - static_cast<Index>(pairs.size()));
  if (pairs.size() < 2) {
    value.value = -std::numeric_limits<double>::infinity();
    value.standard_error = std::numeric_limits<double>::infinity();
  } else {
    const Eigen::Map<const Vector> kept(pairs.data(), static_cast<Index>(pairs.size()));
    const double n = static_cast<double>(pairs.size());
    value.value = kept.mean();
    value.standard_error = std::sqrt((kept.array() - value.value).square().sum() / (n - 1) / n);
  }
  result.elbo = value;
}

// More pairs of their own, where the first leave an error that people would see and the options allow them.
void sharpen_elbo(const Model& model, const FitOptions& options, FitResult& result) {
  const Elbo first = result.elbo;
  if (first.is_exact || !std::isfinite(first.value) || !(first.standard_error > kElboError)) return;
  const double wanted = kReportDraws * (std::pow(first.standard_error / kElboError, 2) - 1);
  const Index more = static_cast<Index>(std::min(wanted, static_cast<double>(options.weight_draws - kReportDraws)));
  if (more < kReportPairs) return;
  const Elbo second = monte_carlo_elbo(model, result.q, {options.seed, Purpose::Elbo, 8}, more);
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
  Matrix half(kReportPairs, d), normals(2 * kReportPairs, d), draws;
  fill_normals({options.seed, Purpose::Elbo, 0}, half);
  normals << half, -half;
  transform_normals(q, normals, draws);
  Vector log_density;
  model.log_densities(draws, log_density);
  result.gradient_draws += draws.rows();
  const Vector log_ratios = log_density - log_density_of_normals(q, normals);
  set_elbo(model, log_ratios, result);
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
    adapted = adapt_importance(model, q, draws, log_density, options.weight_draws, options.seed, is_late);
    use(adapted, weights.khat, result);
  }
  if (const Quantities* quantities = model.quantities())
    result.constrained = summarize_quantities(*quantities, adapted.draws, draws.rows(),
                                              weights.used > 0 ? adapted.weights : Vector(), options.seed);
  if (gap.draws > 0 && averaged_units > 0) {
    result.mcse_mean = error_of_average(gap.unit_mean_error, averaged_units, gap.mean_offset, gap.mean_offset_error);
    result.mcse_sd = sds.cwiseProduct(error_of_average(gap.unit_log_sd_error, averaged_units, {}, {}));
  }
  if (metric != nullptr && metric->is_usable()) result.marginal_sd_ratio = metric->marginal_sd_ratio(q.scale);
}

}  // namespace g2t
