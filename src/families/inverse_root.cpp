// Low rank through a thin QR and a small eigenproblem; dense by Cholesky where nothing needs clipping.
#include <families/inverse_root.h>

#include <Eigen/Dense>
#include <algorithm>

namespace g2t {
namespace {

// Clips w, and returns w^-1/2.
double inverse_root_of(double w, const FactorLimits& limits, Index& clips) {
  const double kept = std::clamp(w, limits.least, limits.most);
  if (kept != w) ++clips;
  return 1 / std::sqrt(kept);
}

bool is_positive_definite(const Matrix& matrix) { return Eigen::LLT<Matrix>(matrix).info() == Eigen::Success; }

}  // namespace

Vector LowRankRoot::times(const Vector& v) const {
  return scale * (v + basis * factors.cwiseProduct(basis.transpose() * v));
}

// Source: docs/theory.md, "Natural coordinates": C = R K R^T with K = [[0, I], [I, 0]] / (2 units).
LowRankRoot low_rank_inverse_root(double identity, const Matrix& left, const Matrix& right, double eta,
                                  const FactorLimits& limits) {
  const Index units = left.rows(), rank = 2 * units, d = left.cols();
  LowRankRoot out;
  const double shift = 1 - eta * identity;
  out.scale = inverse_root_of(shift, limits, out.clips);
  const double shifted_eta = eta * out.scale * out.scale;

  Matrix both(d, rank);
  both << left.transpose(), right.transpose();
  const Eigen::HouseholderQR<Matrix> qr(both);
  const Matrix r = qr.matrixQR().topRows(rank).triangularView<Eigen::Upper>();
  const Matrix cross = r.leftCols(units) * r.rightCols(units).transpose();
  const Matrix small = (0.5 / static_cast<double>(units)) * (cross + cross.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(small);

  out.factors.resize(rank);
  for (Index k = 0; k < rank; ++k)
    out.factors[k] = inverse_root_of(1 - shifted_eta * eigen.eigenvalues()[k], limits, out.clips) - 1;
  Matrix padded = Matrix::Zero(d, rank);
  padded.topRows(rank) = eigen.eigenvectors();
  out.basis = qr.householderQ() * padded;
  return out;
}

DenseRoot dense_inverse_root(const Matrix& t, double eta, const FactorLimits& limits) {
  const Index d = t.rows();
  const Matrix identity = Matrix::Identity(d, d), x = identity - eta * t;
  DenseRoot out;
  if (x.norm() < limits.most && is_positive_definite(x - limits.least * identity)) {
    const Eigen::LLT<Matrix> factor(x);
    out.root = factor.matrixU().solve(identity);  // R^-T with X = R R^T
    return out;
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(x);
  Vector roots(d);
  for (Index k = 0; k < d; ++k) roots[k] = inverse_root_of(eigen.eigenvalues()[k], limits, out.clips);
  out.root = eigen.eigenvectors() * roots.asDiagonal() * eigen.eigenvectors().transpose();
  return out;
}

}  // namespace g2t
