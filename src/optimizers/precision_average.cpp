// Inverse Cholesky factors in, one Cholesky factor out.
#include <g2t/optimizers/precision_average.hpp>

#include <Eigen/Dense>

namespace g2t {

void PrecisionAverage::add(const Gaussian& q) {
  ++count_;
  const double weight = 1.0 / static_cast<double>(count_);
  const Index d = q.dimension();
  if (count_ == 1) {
    structure_ = q.structure;
    mean_.setZero(d);
    diagonal_.setZero(d);
    if (structure_ == Structure::Dense) precision_.setZero(d, d);
  }
  mean_ += weight * (q.mean - mean_);
  if (structure_ == Structure::Diagonal) {
    diagonal_ += weight * (q.scale.cwiseAbs2().cwiseInverse() - diagonal_);
    return;
  }
  Matrix inverse = Matrix::Identity(d, d);
  q.cholesky.triangularView<Eigen::Lower>().solveInPlace(inverse);
  precision_ *= 1 - weight;
  precision_.selfadjointView<Eigen::Lower>().rankUpdate(inverse.transpose(), weight);
}

Gaussian PrecisionAverage::average() const {
  Gaussian q;
  q.structure = structure_;
  q.mean = mean_;
  if (structure_ == Structure::Diagonal) {
    q.scale = diagonal_.cwiseSqrt().cwiseInverse();
    return q;
  }
  // P = R R^T, so R^-T is a root of the covariance, and L is the transposed triangle of a QR of R^-1.
  const Index d = mean_.size();
  const Eigen::LLT<Matrix> factor(precision_);
  const Matrix inverse = factor.matrixL().solve(Matrix(Matrix::Identity(d, d)));
  const Eigen::HouseholderQR<Matrix> qr(inverse);
  q.cholesky = qr.matrixQR().triangularView<Eigen::Upper>().transpose();
  for (Index j = 0; j < d; ++j)
    if (q.cholesky(j, j) < 0) q.cholesky.col(j) *= -1;
  return q;
}

}  // namespace g2t
