// O is the orthogonal polar factor of L^-1 frame; rows are scaled to unit sds first, since units may differ by decades.
#include <core/decompositions.h>
#include <families/nearest_root.h>

#include <g2t/core/errors.hpp>

namespace g2t {

Matrix nearest_root(const Matrix& cholesky, const Matrix& frame) {
  const Vector sds = cholesky.rowwise().norm();
  const Matrix unit = sds.cwiseInverse().asDiagonal() * cholesky;
  const Matrix seen = solve_lower(unit, Matrix(sds.cwiseInverse().asDiagonal() * frame));
  // seen = O P with P the symmetric root of seen^T seen; if P is nearly singular, O is orthogonalised again.
  const SymmetricEigen eigen = symmetric_eigen(seen.transpose() * seen);
  const Vector roots = eigen.values.cwiseMax(0).cwiseSqrt();
  if (!(roots[0] > 0) || !roots.allFinite()) return cholesky;
  const Matrix turned =
      seen * eigen.vectors * roots.cwiseInverse().asDiagonal() * eigen.vectors.transpose();
  return cholesky * orthogonal_factor(turned);
}

void check_root(const std::string& function, const Gaussian& q, const Matrix& root) {
  const Index d = q.dimension();
  if (root.rows() != d || root.cols() != d)
    throw InvalidArgument(function, "root", std::to_string(root.rows()) + " x " + std::to_string(root.cols()),
                          "q has " + std::to_string(d) + " parameters");
  const Matrix lower = q.cholesky.triangularView<Eigen::Lower>();
  const Vector inverse = lower.rowwise().norm().cwiseInverse();
  const Matrix difference =
      inverse.asDiagonal() * (root * root.transpose() - lower * lower.transpose()) * inverse.asDiagonal();
  const double error = difference.cwiseAbs().maxCoeff();
  if (!(error <= 1e-6))
    throw InvalidArgument(function, "root", std::to_string(error), "root times its transpose is not q's covariance");
}

}  // namespace g2t
