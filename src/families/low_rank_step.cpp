// All matrices but the scales live in the span of W and of what moves it.
#include <core/decompositions.h>
#include <families/low_rank_step.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

Matrix symmetric_half(const Matrix& m) { return 0.5 * (m + m.transpose()); }

// An orthonormal basis of the columns, and their coordinates in it.
struct ColumnSpan {
  explicit ColumnSpan(const Matrix& columns) : factor(qr(columns)), size(std::min(columns.rows(), columns.cols())) {
    coordinates = factor.packed.topRows(size).triangularView<Eigen::Upper>();
  }
  [[nodiscard]] Matrix times(const Matrix& inner) const {
    Matrix padded = Matrix::Zero(factor.packed.rows(), inner.cols());
    padded.topRows(size) = inner;
    return q_times(factor, padded);
  }

  Qr factor;
  Index size;
  Matrix coordinates;
};

Matrix side_by_side(const Matrix& a, const Matrix& b) {
  Matrix out(a.rows(), a.cols() + b.cols());
  out << a, b;
  return out;
}

double clipped_factor(double w, const FactorLimits& limits, Index& clips) {
  const double kept = std::clamp(w, limits.least, limits.most);
  if (kept != w) ++clips;
  return kept;
}

}  // namespace

LowRankMove low_rank_step(const Gaussian& q, const LowRankTangent& omega, double eta, const FactorLimits& limits) {
  LowRankMove out;
  Vector factors(q.dimension()), scales(q.dimension());
  for (Index i = 0; i < q.dimension(); ++i) {
    factors[i] = clipped_factor(1 - eta * omega.scales[i], limits, out.clips);
    scales[i] = factors[i] == 1 - eta * omega.scales[i] || eta == 0 ? omega.scales[i] : (1 - factors[i]) / eta;
  }
  const Vector scale = q.scale.cwiseQuotient(factors.cwiseSqrt());
  const Index rank = q.rank();
  if (rank == 0) {
    out.q = low_rank_gaussian(q.mean, scale, {q.basis, q.variances}, 0);
    return out;
  }
  // The rest is what D leaves: Omega - G^-1 (t + (t W Lam W^T + W Lam W^T t) / 2) G^-1, which is W R^T + R W^T less a
  // part within W. R is its product with W.
  const Vector inverse_root = q.variances.cwiseSqrt().cwiseInverse(), excess = q.variances.array() - 1;
  const Matrix scaled = scales.asDiagonal() * q.basis, within = q.basis.transpose() * scaled;
  const Matrix of_scales = (scaled * Vector(1 + 0.5 * excess.array()).asDiagonal() +
                            0.5 * q.basis * excess.asDiagonal() * within) * inverse_root.asDiagonal();
  const Vector inverse_excess = inverse_root.array() - 1;
  const Matrix inner_of_scales = q.basis.transpose() * of_scales;
  const Matrix rest = omega.along - of_scales - q.basis * inverse_excess.asDiagonal() * inner_of_scales;
  const Matrix inner = q.basis.transpose() * rest;
  Matrix turning = rest - q.basis * inner;
  for (Index k = 0; k < rank; ++k) {
    const double most = std::abs(excess[k]) / std::sqrt(q.variances[k]), wanted = eta * turning.col(k).norm();
    if (wanted > most) turning.col(k) *= most / wanted;
  }
  const ColumnSpan span(side_by_side(q.basis, turning));
  const Matrix w = span.coordinates.leftCols(rank), across = span.coordinates.rightCols(rank),
               identity = Matrix::Identity(span.size, span.size);
  const Matrix t = across * w.transpose() + w * across.transpose() + w * symmetric_half(inner) * w.transpose();
  const SymmetricEigen eigen = symmetric_eigen(identity - eta * t);
  Vector inverse(span.size);
  for (Index k = 0; k < span.size; ++k) inverse[k] = 1 / clipped_factor(eigen.values[k], limits, out.clips);
  const Matrix g = identity + w * Vector(q.variances.cwiseSqrt().array() - 1).asDiagonal() * w.transpose();
  const Matrix root = g * eigen.vectors;
  const SymmetricEigen moved = symmetric_eigen(symmetric_half(root * inverse.asDiagonal() * root.transpose()));
  out.q = low_rank_gaussian(q.mean, scale, {span.times(moved.vectors), moved.values}, rank);
  return out;
}

// M = G + h L with L = G K - t G / 2, K the move of the root and t = diag(scales) what goes to the scale.
LowRankPath low_rank_path(const Gaussian& q, const LowRankTangent& omega, double step) {
  const Vector scale = q.scale.array() * (0.5 * step * omega.scales.array()).exp();
  const Index rank = q.rank();
  if (rank == 0)
    return {low_rank_gaussian(q.mean, scale, {q.basis, q.variances}, 0), Matrix(q.dimension(), 0), Matrix(0, 0)};
  const Vector roots = q.variances.cwiseSqrt(), factors = roots.array() - 1;
  const Matrix inner = q.basis.transpose() * omega.along, across = omega.along - q.basis * inner;
  const Matrix scaled = omega.scales.asDiagonal() * q.basis, within = q.basis.transpose() * scaled;
  const ColumnSpan span(side_by_side(q.basis, side_by_side(across, scaled)));
  const Matrix w = span.coordinates.leftCols(rank), y = span.coordinates.middleCols(rank, rank),
               tw = span.coordinates.rightCols(rank), identity = Matrix::Identity(span.size, span.size);
  const Matrix left = y + 0.5 * w * roots.asDiagonal() * symmetric_half(inner) - 0.5 * tw + 0.5 * w * within -
                      0.5 * tw * factors.asDiagonal();
  const Matrix move = left * w.transpose() - 0.5 * w * tw.transpose();
  const Matrix root = identity + w * factors.asDiagonal() * w.transpose() + step * move;
  const SymmetricEigen eigen = symmetric_eigen(symmetric_half(root * root.transpose()));
  const Matrix turn = eigen.vectors * eigen.values.cwiseSqrt().cwiseInverse().asDiagonal() * eigen.vectors.transpose() * root;
  return {low_rank_gaussian(q.mean, scale, {span.times(eigen.vectors), eigen.values}, rank), span.times(identity), turn};
}

}  // namespace g2t
