// A U-statistic over the batches' mean gradients, and Newton steps for single parameters.
#include <inference/natural/gap_estimator.h>

#include <cmath>
#include <g2t/core/streams.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/units.hpp>

namespace g2t {
namespace {

constexpr std::size_t kBatches = 16;

// Variance of each row over the columns.
Vector row_variances(const Matrix& columns) {
  const Matrix centred = columns.colwise() - columns.rowwise().mean();
  return centred.rowwise().squaredNorm() / static_cast<double>(columns.cols() - 1);
}

}  // namespace

GapEstimator::GapEstimator(const Model& model, const NaturalFamily& q, const TermSet& terms, const Recipe& recipe,
                           const MeanMetric* metric, std::uint64_t seed, Index round, double least_curvature)
    : model_(model),
      q_(q),
      recipe_(recipe),
      estimator_(recipe, terms),
      metric_(metric),
      seed_(seed),
      round_(round),
      least_curvature_(q.structure() == Structure::LowRank ? least_curvature : 1),
      sums_(kBatches, Vector::Zero(q.coordinate_count())) {
  if (q.structure() == Structure::Diagonal && q.mean().size() > 1)
    is_possible_ = metric_ != nullptr && metric_->is_usable();
}

bool GapEstimator::add(Index units, const StopRule& stop) {
  const Index draws = recipe_.antithetic ? 2 * units : units;
  Batch batch;
  Vector gradient;
  bool is_over = false;
  const auto ask = [&](Index done) { return is_over = stop(draws_ + done); };
  for (Vector& sum : sums_) {
    const Index failed = draw_batch(model_, q_, streams::gap(seed_, round_, chunk_++), draws, recipe_.antithetic, batch,
                                    stop ? StopRule(ask) : StopRule{});
    draws_ += draws;
    if (is_over) return false;
    failed_ += failed;
    if (batch.draw_count() == 0) continue;
    estimator_.evaluate(q_, batch, gradient);
    sum += static_cast<double>(units) * gradient;
  }
  units_ += static_cast<double>(units);
  return true;
}

void GapEstimator::start_afresh() {
  for (Vector& sum : sums_) sum.setZero();
  units_ = 0;
}

GapEstimate GapEstimator::estimate() const {
  const Index d = q_.mean().size(), batches = static_cast<Index>(kBatches);
  const Gaussian& q = q_.gaussian();
  const bool has_metric = q.structure == Structure::Diagonal && metric_ != nullptr && metric_->is_usable();
  GapEstimate out;
  out.draws = draws_;
  out.failed_draws = failed_;

  // Batch means as columns: what a Newton step changes, and gradients in the metric.
  Matrix means(d, batches), log_sds(d, batches);
  std::vector<Vector> whitened;
  for (Index r = 0; r < batches; ++r) {
    Vector mean = sums_[static_cast<std::size_t>(r)] / units_;
    means.col(r) = q_.mean_change(has_metric ? metric_->solve(mean.head(d), q.scale) : Vector(mean.head(d)));
    log_sds.col(r) = q_.log_sd_change(mean);
    if (has_metric) mean.head(d) = metric_->half_solve(mean.head(d).transpose(), q.scale).transpose();
    if (least_curvature_ != 1) mean.head(d) /= std::sqrt(least_curvature_);  // no more than that, along any direction
    whitened.push_back(mean);
  }
  Matrix gram(batches, batches);
  for (Index r = 0; r < batches; ++r)
    for (Index s = 0; s <= r; ++s)
      gram(r, s) = gram(s, r) =
          q_.inner_product(whitened[static_cast<std::size_t>(r)], whitened[static_cast<std::size_t>(s)]);

  // U-statistic: products of different batches only, so that noise does not count; then without one batch at a time.
  const double n = static_cast<double>(batches), off = gram.sum() - gram.trace();
  out.gap = 0.5 * off / (n * (n - 1));
  double variance = 0;
  for (Index r = 0; r < batches; ++r) {
    const double without = 0.5 * (off - 2 * (gram.row(r).sum() - gram(r, r))) / ((n - 1) * (n - 2));
    variance += (without - out.gap) * (without - out.gap);
  }
  out.standard_error = std::sqrt(variance * (n - 1) / n);

  out.mean_offset = means.rowwise().mean();
  out.mean_offset_error = (row_variances(means) / n).cwiseSqrt();
  out.log_sd_offset = log_sds.rowwise().mean();
  out.log_sd_offset_error = (row_variances(log_sds) / n).cwiseSqrt();
  out.unit_mean_error = (row_variances(means) * units_).cwiseSqrt();
  out.unit_log_sd_error = (row_variances(log_sds) * units_).cwiseSqrt();
  return out;
}

}  // namespace g2t
