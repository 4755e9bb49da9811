// Low rank through a thin QR and a small eigenproblem; dense by Cholesky where nothing needs clipping.
#include <core/decompositions.h>
#include <families/inverse_root.h>

#include <algorithm>

namespace g2t {
namespace {

// Clips w, and returns w^-1/2.
double inverse_root_of(double w, const FactorLimits& limits, Index& clips) {
  const double kept = std::clamp(w, limits.least, limits.most);
  if (kept != w) ++clips;
  return 1 / std::sqrt(kept);
}

}  // namespace

Vector LowRankRoot::times(const Vector& v) const {
  return scale * (v + basis * factors.cwiseProduct(basis.transpose() * v));
}

// Source: docs/theory/natural-steps.md, "Natural coordinates": C = Y Pi Y^T with Pi = [[0, I], [I, 0]] / (2 P).
LowRankRoot low_rank_inverse_root(double identity, const Matrix& left, const Matrix& right, double eta,
                                  const FactorLimits& limits) {
  const Index units = left.rows(), rank = 2 * units, d = left.cols();
  LowRankRoot out;
  const double shift = 1 - eta * identity;
  out.scale = inverse_root_of(shift, limits, out.clips);
  const double shifted_eta = eta * out.scale * out.scale;

  Matrix both(d, rank);
  both << left.transpose(), right.transpose();
  const Qr factor = qr(both);
  const Matrix r = factor.packed.topRows(rank).triangularView<Eigen::Upper>();
  const Matrix cross = r.leftCols(units) * r.rightCols(units).transpose();
  const Matrix small = (0.5 / static_cast<double>(units)) * (cross + cross.transpose());
  const SymmetricEigen eigen = symmetric_eigen(small);

  out.factors.resize(rank);
  for (Index k = 0; k < rank; ++k)
    out.factors[k] = inverse_root_of(1 - shifted_eta * eigen.values[k], limits, out.clips) - 1;
  Matrix padded = Matrix::Zero(d, rank);
  padded.topRows(rank) = eigen.vectors;
  out.basis = q_times(factor, padded);
  return out;
}

DenseRoot dense_inverse_root(const Matrix& t, double eta, const FactorLimits& limits) {
  const Index d = t.rows();
  const Matrix identity = Matrix::Identity(d, d), x = identity - eta * t;
  DenseRoot out;
  if (x.norm() < limits.most && is_positive_definite(x - limits.least * identity)) {
    out.root = solve_lower_transposed(cholesky(x).lower, identity);  // R^-T with X = R R^T
    return out;
  }
  const SymmetricEigen eigen = symmetric_eigen(x);
  Vector roots(d);
  for (Index k = 0; k < d; ++k) roots[k] = inverse_root_of(eigen.values[k], limits, out.clips);
  out.root = eigen.vectors * roots.asDiagonal() * eigen.vectors.transpose();
  return out;
}

}  // namespace g2t
