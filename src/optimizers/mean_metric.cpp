// Sums of outer products, and a Cholesky factor that is renewed now and then.
#include <algorithm>
#include <cmath>
#include <core/decompositions.h>
#include <g2t/optimizers/mean_metric.hpp>

namespace g2t {
namespace {

constexpr double kMinEigenvalue = 0.002;    // of B: a direction 20 times as wide as q
constexpr double kUnitsPerParameter = 2;    // before correlation can be told from noise
constexpr double kRenewal = 1.25;
constexpr double kLargestDrift = 0.7;  // of the logarithm of a scale: what was seen before is noise by now

}  // namespace

MeanMetric::MeanMetric(Index dimension) : sum_(Matrix::Zero(dimension, dimension)) {}

void MeanMetric::observe(const Matrix& residuals, const Matrix& normals, const Vector& scale) {
  if (!residuals.allFinite()) return;
  const double count = static_cast<double>(normals.rows());
  if (start_.size() == 0 || (scale.array() / start_.array()).log().abs().maxCoeff() > kLargestDrift) {
    if (start_.size() > 0) forget(1);
    start_ = scale;
  }
  // The sum of (h + xi) xi^T is count * (I - B) in expectation.
  const auto inverse = scale.cwiseInverse().asDiagonal();
  const Matrix left = (residuals * inverse).transpose(), right = (normals * inverse).transpose();
  for (Index k = 0; k < left.cols(); ++k)
    sum_.selfadjointView<Eigen::Lower>().rankUpdate(left.col(k), right.col(k), -0.5);
  sum_.diagonal().array() += count * scale.array().square().inverse();
  units_ += count;
}

void MeanMetric::forget(double share) {
  sum_ *= 1 - share;
  units_ *= 1 - share;
  refreshed_at_ *= 1 - share;
}

void MeanMetric::set(const Matrix& curvature, double units) {
  sum_ = units * curvature;
  units_ = units;
  refreshed_at_ = 0;
}

bool MeanMetric::is_usable() const { return units_ >= kUnitsPerParameter * static_cast<double>(sum_.rows()) + 20; }

Matrix MeanMetric::curvature(const Vector& scale) const {
  const Matrix mean = sum_.selfadjointView<Eigen::Lower>();
  return scale.asDiagonal() * (mean / units_) * scale.asDiagonal();
}

void MeanMetric::refresh(const Vector& scale) const {
  if (refreshed_at_ > 0 && units_ < kRenewal * refreshed_at_) return;
  const Index d = sum_.rows();
  // Of n units the estimate is off by about sqrt(d / n) in spectral norm: smaller eigenvalues cannot be told from that.
  double floor = std::max(kMinEigenvalue, std::min(0.5, 0.25 * std::sqrt(static_cast<double>(d) / units_)));
  const Matrix b = curvature(scale);
  Cholesky factor;
  do {
    factor = cholesky(b + floor * Matrix::Identity(d, d));
    floor *= 2;
  } while (!factor.is_definite && std::isfinite(floor));
  factor_ = std::move(factor.lower);
  reference_ = scale;
  refreshed_at_ = units_;
}

// B in today's units is D B_ref D with D = scale / reference; its inverse and half inverse follow.
Vector MeanMetric::solve(const Vector& delta, const Vector& scale) const {
  refresh(scale);
  const Vector ratio = reference_.cwiseQuotient(scale);
  return ratio.cwiseProduct(solve_cholesky(factor_, Vector(ratio.cwiseProduct(delta))));
}

Matrix MeanMetric::half_solve(const Matrix& rows, const Vector& scale) const {
  refresh(scale);
  const Vector ratio = reference_.cwiseQuotient(scale);
  const Matrix scaled = (rows * ratio.asDiagonal()).transpose();
  return solve_lower(factor_, scaled).transpose();
}

Vector MeanMetric::marginal_sd_ratio(const Vector& scale) const {
  refresh(scale);
  const Index d = sum_.rows();
  const Matrix half = solve_lower(factor_, Matrix(Matrix::Identity(d, d)));
  return reference_.cwiseQuotient(scale).cwiseProduct(half.colwise().norm().transpose());
}

}  // namespace g2t
