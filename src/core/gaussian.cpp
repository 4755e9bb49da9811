// Formulas for both structures; large transforms are left to the kernels.
#include <g2t/core/gaussian.hpp>

#include <kernels/full_rank.h>

#include <cmath>
#include <numbers>

namespace g2t {

Gaussian isotropic_gaussian(Structure structure, const Vector& mean, double scale) {
  Gaussian q;
  q.structure = structure;
  q.mean = mean;
  if (structure == Structure::Diagonal)
    q.scale = Vector::Constant(mean.size(), scale);
  else
    q.cholesky = scale * Matrix::Identity(mean.size(), mean.size());
  return q;
}

Vector standard_deviations(const Gaussian& q) {
  if (q.structure == Structure::Diagonal) return q.scale;
  return q.cholesky.rowwise().norm();
}

double entropy(const Gaussian& q) {
  const Vector diagonal = q.structure == Structure::Diagonal ? q.scale : Vector(q.cholesky.diagonal());
  const double constant = 0.5 * std::log(2 * std::numbers::pi * std::numbers::e);
  return diagonal.array().abs().log().sum() + constant * static_cast<double>(q.dimension());
}

void transform_normals(const Gaussian& q, const Matrix& normals, Matrix& draws) {
  if (q.structure == Structure::Dense) {
    kernels::transform_full_rank(q.mean.data(), q.cholesky.data(), q.dimension(), normals.data(), normals.rows(),
                                 (draws.resize(normals.rows(), normals.cols()), draws.data()));
    return;
  }
  draws.resize(normals.rows(), normals.cols());
  for (Index j = 0; j < normals.cols(); ++j) draws.col(j) = q.mean[j] + q.scale[j] * normals.col(j).array();
}

Vector log_density_of_normals(const Gaussian& q, const Matrix& normals) {
  const double constant = 0.5 * static_cast<double>(q.dimension()) - entropy(q);
  return (constant - 0.5 * normals.rowwise().squaredNorm().array()).matrix();
}

std::string family_name(Structure structure) { return structure == Structure::Diagonal ? "mean-field" : "full-rank"; }

}  // namespace g2t
