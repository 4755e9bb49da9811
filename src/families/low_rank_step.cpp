// All matrices but the scales live in the span of W and of what moves it.
#include <core/decompositions.h>
#include <families/low_rank_step.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kOwnShare = 0.5;  // of a parameter beside the directions, below which they carry it

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

// How far a scale goes along its gradient. One whose parameter the directions carry has the noise of others over its small
// share, and does next to nothing: left alone it wanders off, and a variance with it, the other way.
Vector own_shares(const Matrix& basis) {
  const Vector shares = 1 - basis.rowwise().squaredNorm().array();
  return (shares.array().max(0) / kOwnShare).min(1);
}

// G X^-1 G with X = I - eta (N B W^T + W B^T N + W C W^T), by its eigenvalues in the span of W and N B.
Directions turned_directions(const Gaussian& q, const Matrix& along, double eta, const FactorLimits& limits, Index& clips) {
  const Index rank = q.rank();
  const Vector roots = q.variances.cwiseSqrt();
  const Matrix inner = q.basis.transpose() * along;
  Matrix turning = along - q.basis * inner;
  for (Index k = 0; k < rank; ++k) {
    const double most = std::abs(q.variances[k] - 1) / roots[k], wanted = eta * turning.col(k).norm();
    if (wanted > most) turning.col(k) *= most / wanted;
  }
  const ColumnSpan span(side_by_side(q.basis, turning));
  const Matrix w = span.coordinates.leftCols(rank), across = span.coordinates.rightCols(rank),
               identity = Matrix::Identity(span.size, span.size);
  const Matrix t = across * w.transpose() + w * across.transpose() + w * symmetric_half(inner) * w.transpose();
  const SymmetricEigen eigen = symmetric_eigen(identity - eta * t);
  Vector inverse(span.size);
  for (Index k = 0; k < span.size; ++k) inverse[k] = 1 / clipped_factor(eigen.values[k], limits, clips);
  const Matrix root = (identity + w * Vector(roots.array() - 1).asDiagonal() * w.transpose()) * eigen.vectors;
  const SymmetricEigen moved = symmetric_eigen(symmetric_half(root * inverse.asDiagonal() * root.transpose()));
  return {span.times(moved.vectors), moved.values};
}

}  // namespace

LowRankMove low_rank_step(const Gaussian& q, const LowRankTangent& omega, double eta, const FactorLimits& limits) {
  LowRankMove out;
  const Vector scales = omega.scales.cwiseProduct(own_shares(q.basis));
  Vector growth(q.dimension());  // of the variances that scales have
  for (Index i = 0; i < q.dimension(); ++i) growth[i] = 1 / clipped_factor(1 - eta * scales[i], limits, out.clips);
  const Vector scale = q.scale.cwiseProduct(growth.cwiseSqrt());
  const Index rank = q.rank();
  if (rank == 0) {
    out.q = low_rank_gaussian(q.mean, scale, {q.basis, q.variances}, 0);
    return out;
  }
  const Gaussian turned =
      low_rank_gaussian(q.mean, q.scale, turned_directions(q, omega.along, eta, limits, out.clips), rank);
  // I + W Lam W^T + N (D - 1) N between D^-1/2: a sum, not a product, so that directions of a variance far from 1 keep it.
  const Vector change = growth.array() - 1, inverse = growth.cwiseSqrt().cwiseInverse();
  const Matrix moved = change.asDiagonal() * turned.basis, identity = Matrix::Identity(rank, rank);
  Matrix inner = Matrix::Zero(2 * rank, 2 * rank);
  inner.topLeftCorner(rank, rank) = turned.basis.transpose() * moved;
  inner.topLeftCorner(rank, rank).diagonal() += Vector(turned.variances.array() - 1);
  inner.topRightCorner(rank, rank) = inner.bottomLeftCorner(rank, rank) = -identity;
  const Directions found = directions_of(inverse.asDiagonal() * side_by_side(turned.basis, moved), inner);
  out.q = low_rank_gaussian(q.mean, turned.scale.cwiseProduct(growth.cwiseSqrt()), found, rank);
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
