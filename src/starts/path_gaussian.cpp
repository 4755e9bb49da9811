// BFGS updates of a diagonal matrix by the path's latest steps.
#include <core/decompositions.h>
#include <g2t/core/difference_curvature.hpp>
#include <starts/path_gaussian.h>

#include <cmath>

namespace g2t {
namespace {

constexpr std::size_t kMaxPairs = 10;
constexpr double kWorthOfDirection = 0.1;  // nats: pairs are rough
constexpr double kMinCurvature = 1e-12;  // step . change over |change|^2, relative to the step's length

}  // namespace

void PathCurvature::observe(const PathPoint& from, const PathPoint& to) {
  const Vector step = to.position - from.position, change = from.score - to.score;
  const double along = step.dot(change);
  if (!(along > kMinCurvature * step.norm() * change.norm())) return;
  const double a = change.dot(diagonal_.cwiseProduct(change)), c = step.dot(step.cwiseQuotient(diagonal_));
  const Eigen::ArrayXd inverse = a / (along * diagonal_.array()) + change.array().square() / along -
                                 a * step.array().square() / (along * c * diagonal_.array().square());
  const Vector updated = inverse.inverse();
  if (updated.allFinite() && (updated.array() > 0).all()) diagonal_ = updated;
  pairs_.push_back({step, change});
  if (pairs_.size() > kMaxPairs) pairs_.erase(pairs_.begin());
}

Matrix PathCurvature::inverse_hessian() const {
  Matrix h = diagonal_.asDiagonal();
  for (const Pair& pair : pairs_) {
    const double rho = 1 / pair.step.dot(pair.change);
    const Vector product = h * pair.change;
    const double scale = rho * (1 + rho * pair.change.dot(product));
    h += scale * pair.step * pair.step.transpose() -
         rho * (product * pair.step.transpose() + pair.step * product.transpose());
  }
  return h;
}

Vector PathCurvature::hessian_diagonal() const {
  // B = diagonal + sum of plus plus^T - minus minus^T, one of each a pair: its products need no matrix.
  const Vector start = diagonal_.cwiseInverse();
  std::vector<Vector> plus, minus;
  Vector diagonal = start;
  for (const Pair& pair : pairs_) {
    Vector product = start.cwiseProduct(pair.step);
    for (std::size_t k = 0; k < plus.size(); ++k)
      product += plus[k] * plus[k].dot(pair.step) - minus[k] * minus[k].dot(pair.step);
    plus.push_back(pair.change / std::sqrt(pair.step.dot(pair.change)));
    minus.push_back(product / std::sqrt(pair.step.dot(product)));
    diagonal += plus.back().cwiseAbs2() - minus.back().cwiseAbs2();
  }
  return diagonal;
}

// As inverse_hessian(), with the updates kept as columns: step and product of every pair.
Directions PathCurvature::directions(Vector& scale) const {
  const Index d = diagonal_.size(), count = static_cast<Index>(pairs_.size());
  scale = diagonal_.cwiseSqrt();
  Matrix columns(d, 2 * count), inner = Matrix::Zero(2 * count, 2 * count);
  for (Index k = 0; k < count; ++k) {
    const Pair& pair = pairs_[static_cast<std::size_t>(k)];
    const double rho = 1 / pair.step.dot(pair.change);
    const Vector along = columns.leftCols(2 * k).transpose() * pair.change;
    const Vector product =
        diagonal_.cwiseProduct(pair.change) + columns.leftCols(2 * k) * (inner.topLeftCorner(2 * k, 2 * k) * along);
    columns.col(2 * k) = pair.step;
    columns.col(2 * k + 1) = product;
    inner(2 * k, 2 * k) = rho * (1 + rho * pair.change.dot(product));
    inner(2 * k, 2 * k + 1) = inner(2 * k + 1, 2 * k) = -rho;
  }
  return directions_of(scale.cwiseInverse().asDiagonal() * columns, inner);
}

Gaussian PathCurvature::gaussian(const PathPoint& at, Structure structure) const {
  Gaussian q;
  q.structure = structure;
  if (structure == Structure::Dense) {
    const Matrix h = inverse_hessian();
    Cholesky factor = cholesky(h);
    if (!factor.is_definite || !h.allFinite()) return {};
    q.cholesky = std::move(factor.lower);
    q.mean = at.position + h * at.score;
    if (!(q.cholesky.diagonal().array() > 0).all()) return {};
  } else if (structure == Structure::LowRank) {
    Vector scale;
    const Directions found = directions(scale);
    if (!scale.allFinite() || !found.basis.allFinite() || !(found.variances.array() > 0).all()) return {};
    q = low_rank_gaussian(at.position, scale, found, count_worth(found.variances, kWorthOfDirection));
    const Matrix in_frame = times_root_transposed(q, at.score.transpose());
    q.mean += times_root(q, in_frame).row(0).transpose();
  } else {
    const Vector curvature = hessian_diagonal();
    if (!curvature.allFinite() || !(curvature.array() > 0).all()) return {};
    q.scale = curvature.cwiseSqrt().cwiseInverse();
    q.mean = at.position + at.score.cwiseQuotient(curvature);
  }
  if (!q.mean.allFinite()) return {};
  return q;
}

Gaussian curvature_gaussian(const Model& model, const PathPoint& at, Structure structure, Index& evaluations) {
  const DifferenceCurvature differences(model);
  const Curvature& curvature = model.curvature() != nullptr ? *model.curvature() : differences;
  const Index d = at.position.size();
  Gaussian q;
  q.structure = structure;
  evaluations += 2 * d;
  if (structure == Structure::Dense) {
    Matrix hessian;
    curvature.hessian(at.position, hessian);
    const Cholesky factor = cholesky(-hessian);
    if (!hessian.allFinite() || !factor.is_definite) return {};
    const Matrix covariance = solve_cholesky(factor.lower, Matrix(Matrix::Identity(d, d)));
    Cholesky root = cholesky(covariance);
    if (!root.is_definite) return {};
    q.cholesky = std::move(root.lower);
    q.mean = at.position + covariance * at.score;
  } else {
    Vector diagonal;
    curvature.hessian_diagonal(at.position, diagonal);
    if (!diagonal.allFinite() || !(diagonal.array() < 0).all()) return {};
    q.scale = (-diagonal).cwiseSqrt().cwiseInverse();
    if (structure == Structure::LowRank) q.basis.resize(d, 0);  // of rank 0
    q.mean = at.position - at.score.cwiseQuotient(diagonal);
  }
  if (!q.mean.allFinite()) return {};
  return q;
}

}  // namespace g2t
