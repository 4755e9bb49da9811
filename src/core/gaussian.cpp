// Formulas for all structures; large dense transforms are left to the kernels.
#include <core/decompositions.h>
#include <g2t/core/gaussian.hpp>

#include <g2t/core/thread_team.hpp>
#include <kernels/full_rank.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace g2t {
namespace {

constexpr Index kMinProducts = 500'000;  // of a thread: some ten microseconds

// rows + rows W diag(factors) W^T: a function of the inner part of a low-rank root, which is symmetric.
Matrix times_inner(const Matrix& basis, const Vector& factors, const Matrix& rows) {
  if (factors.size() == 0) return rows;
  return rows + (rows * basis) * factors.asDiagonal() * basis.transpose();
}

void transform_in_threads(const Gaussian& q, const Matrix& normals, Matrix& draws) {
  const Index count = normals.rows(), d = q.dimension();
  draws.resize(count, d);
  const Index rows = std::max<Index>(kMinProducts / (d * d + 1) / 8 * 8, 8);  // of a piece
  share_pieces(static_cast<std::size_t>((count + rows - 1) / rows), [&](std::size_t piece) {
    const Index first = static_cast<Index>(piece) * rows;
    kernels::transform_full_rank(q.mean.data(), q.cholesky.data(), d, normals.data(), {count, first, std::min(first + rows, count)},
                                 draws.data());
  });
}

Vector inner_root(const Gaussian& q) { return q.variances.cwiseSqrt().array() - 1; }
Vector inner_inverse_root(const Gaussian& q) { return q.variances.cwiseSqrt().cwiseInverse().array() - 1; }

}  // namespace

Gaussian isotropic_gaussian(Structure structure, const Vector& mean, double scale) {
  Gaussian q;
  q.structure = structure;
  q.mean = mean;
  if (structure == Structure::Dense)
    q.cholesky = scale * Matrix::Identity(mean.size(), mean.size());
  else
    q.scale = Vector::Constant(mean.size(), scale);
  if (structure == Structure::LowRank) q.basis.resize(mean.size(), 0);
  return q;
}

Vector standard_deviations(const Gaussian& q) {
  if (q.structure == Structure::Diagonal) return q.scale;
  if (q.structure == Structure::Dense) return q.cholesky.rowwise().norm();
  const Vector excess = q.basis.cwiseAbs2() * (q.variances.array() - 1).matrix();
  // A variance far below 1 cancels: then the rows of the root are summed.
  Vector out = q.scale.array() * (1 + excess.array()).cwiseMax(0).sqrt();
  for (Index i = 0; i < q.dimension(); ++i)
    if (1 + excess[i] < 1e-6) {
      const Vector row = q.basis * inner_root(q).cwiseProduct(q.basis.row(i).transpose()) + Vector::Unit(q.dimension(), i);
      out[i] = q.scale[i] * row.norm();
    }
  return out;
}

Matrix times_root(const Gaussian& q, const Matrix& rows) {
  if (q.structure == Structure::LowRank) return times_inner(q.basis, inner_root(q), rows) * q.scale.asDiagonal();
  if (q.structure == Structure::Diagonal) return rows * q.scale.asDiagonal();
  return rows * q.cholesky.transpose();
}

Matrix times_root_transposed(const Gaussian& q, const Matrix& rows) {
  if (q.structure == Structure::LowRank) return times_inner(q.basis, inner_root(q), rows * q.scale.asDiagonal());
  if (q.structure == Structure::Diagonal) return rows * q.scale.asDiagonal();
  return rows * q.cholesky;
}

Matrix solve_root(const Gaussian& q, const Matrix& rows) {
  if (q.structure == Structure::Dense) return solve_lower(q.cholesky, Matrix(rows.transpose())).transpose();
  const Matrix scaled = rows * q.scale.cwiseInverse().asDiagonal();
  return q.structure == Structure::Diagonal ? scaled : times_inner(q.basis, inner_inverse_root(q), scaled);
}

Matrix solve_root_transposed(const Gaussian& q, const Matrix& rows) {
  if (q.structure == Structure::Dense) return solve_lower_transposed(q.cholesky, Matrix(rows.transpose())).transpose();
  const Vector inverse = q.scale.cwiseInverse();
  if (q.structure == Structure::Diagonal) return rows * inverse.asDiagonal();
  return times_inner(q.basis, inner_inverse_root(q), rows) * inverse.asDiagonal();
}

Matrix dense_root(const Gaussian& q) {
  if (q.structure == Structure::Dense) return q.cholesky;
  return times_root(q, Matrix::Identity(q.dimension(), q.dimension())).transpose();
}

Gaussian dense_gaussian(const Gaussian& q) {
  if (q.structure == Structure::Dense) return q;
  Gaussian out;
  out.structure = Structure::Dense;
  out.mean = q.mean;
  out.cholesky = q.structure == Structure::Diagonal ? Matrix(q.scale.asDiagonal())
                                                    : cholesky_of_gram(dense_root(q).transpose());
  return out;
}

double entropy(const Gaussian& q) {
  const Vector diagonal = q.structure == Structure::Dense ? Vector(q.cholesky.diagonal()) : q.scale;
  const double constant = 0.5 * std::log(2 * std::numbers::pi * std::numbers::e);
  return diagonal.array().abs().log().sum() + 0.5 * q.variances.array().log().sum() +
         constant * static_cast<double>(q.dimension());
}

void transform_normals(const Gaussian& q, const Matrix& normals, Matrix& draws) {
  if (q.structure == Structure::Dense) {
    transform_in_threads(q, normals, draws);
    return;
  }
  if (q.structure == Structure::LowRank) {
    draws = times_root(q, normals).rowwise() + q.mean.transpose();
    return;
  }
  draws.resize(normals.rows(), normals.cols());
  for (Index j = 0; j < normals.cols(); ++j) draws.col(j) = q.mean[j] + q.scale[j] * normals.col(j).array();
}

Vector log_density_of_normals(const Gaussian& q, const Matrix& normals) {
  const double constant = 0.5 * static_cast<double>(q.dimension()) - entropy(q);
  return (constant - 0.5 * normals.rowwise().squaredNorm().array()).matrix();
}

std::string family_name(Structure structure) {
  switch (structure) {
    case Structure::Diagonal: return "mean-field";
    case Structure::Dense: return "full-rank";
    case Structure::LowRank: break;
  }
  return "low-rank";
}

}  // namespace g2t
