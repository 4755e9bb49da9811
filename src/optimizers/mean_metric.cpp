// Sums of outer products, and an eigendecomposition that is renewed now and then.
#include <g2t/optimizers/mean_metric.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kLeastEigenvalue = 0.005;  // of B: a direction sqrt(200) times as wide as q
constexpr double kUnitsPerParameter = 2;    // before correlation can be told from noise
constexpr double kRenewal = 1.25;

}  // namespace

MeanMetric::MeanMetric(Index dimension) : sum_(Matrix::Zero(dimension, dimension)) {}

void MeanMetric::observe(const Matrix& residuals, const Matrix& normals, const Vector& scale) {
  if (!residuals.allFinite()) return;
  const double count = static_cast<double>(normals.rows());
  const Matrix outer = residuals.transpose() * normals;  // sum of (h + xi) xi^T: count * (I - B) in expectation
  Matrix seen = -0.5 * (outer + outer.transpose());
  seen.diagonal().array() += count;
  const Vector inverse = scale.cwiseInverse();
  sum_ += inverse.asDiagonal() * seen * inverse.asDiagonal();
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
  return scale.asDiagonal() * (sum_ / units_) * scale.asDiagonal();
}

void MeanMetric::refresh(const Vector& scale) const {
  if (refreshed_at_ > 0 && units_ < kRenewal * refreshed_at_) return;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(curvature(scale));
  // Of n units the estimate is off by about sqrt(d / n) in spectral norm: smaller eigenvalues cannot be told from that.
  const double noise = std::min(0.5, 0.25 * std::sqrt(static_cast<double>(sum_.rows()) / units_));
  eigenvectors_ = eigen.eigenvectors();
  eigenvalues_ = eigen.eigenvalues().cwiseMax(std::max(kLeastEigenvalue, noise));
  reference_ = scale;
  refreshed_at_ = units_;
}

// B in today's units is D B_ref D with D = scale / reference; its inverse and half inverse follow.
Vector MeanMetric::solve(const Vector& delta, const Vector& scale) const {
  refresh(scale);
  const Vector ratio = reference_.cwiseQuotient(scale);
  const Vector inner = eigenvectors_.transpose() * ratio.cwiseProduct(delta);
  return ratio.cwiseProduct(eigenvectors_ * inner.cwiseQuotient(eigenvalues_));
}

Matrix MeanMetric::half_solve(const Matrix& rows, const Vector& scale) const {
  refresh(scale);
  const Vector ratio = reference_.cwiseQuotient(scale);
  return rows * ratio.asDiagonal() * eigenvectors_ * eigenvalues_.cwiseSqrt().cwiseInverse().asDiagonal();
}

Vector MeanMetric::spread(const Vector& scale) const {
  refresh(scale);
  const Vector ratio = reference_.cwiseQuotient(scale);
  const Matrix half = eigenvectors_ * eigenvalues_.cwiseSqrt().cwiseInverse().asDiagonal();
  return ratio.cwiseProduct(half.rowwise().norm());
}

}  // namespace g2t
