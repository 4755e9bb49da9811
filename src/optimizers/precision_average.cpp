// Inverse Cholesky factors in, one Cholesky factor out.
#include <core/decompositions.h>
#include <g2t/optimizers/precision_average.hpp>

namespace g2t {

void PrecisionAverage::add(const Gaussian& q) {
  ++count_;
  const double weight = 1.0 / static_cast<double>(count_);
  const Index d = q.dimension();
  if (count_ == 1) {
    structure_ = q.structure;
    low_rank_ = {};
    mean_.setZero(d);
    diagonal_.setZero(d);
    if (structure_ == Structure::Dense) precision_.setZero(d, d);
  }
  if (structure_ == Structure::LowRank) return low_rank_.add(q);
  mean_ += weight * (q.mean - mean_);
  if (structure_ == Structure::Diagonal) {
    diagonal_ += weight * (q.scale.cwiseAbs2().cwiseInverse() - diagonal_);
    return;
  }
  const Matrix inverse = solve_lower(q.cholesky, Matrix(Matrix::Identity(d, d)));
  precision_ *= 1 - weight;
  precision_.selfadjointView<Eigen::Lower>().rankUpdate(inverse.transpose(), weight);
}

Gaussian PrecisionAverage::average() const {
  if (structure_ == Structure::LowRank) return low_rank_.average();
  Gaussian q;
  q.structure = structure_;
  q.mean = mean_;
  if (structure_ == Structure::Diagonal) {
    q.scale = diagonal_.cwiseSqrt().cwiseInverse();
    return q;
  }
  // P = R R^T, so the covariance is R^-T R^-1.
  const Index d = mean_.size();
  q.cholesky = cholesky_of_gram(solve_lower(cholesky(precision_).lower, Matrix(Matrix::Identity(d, d))));
  return q;
}

}  // namespace g2t
