// The product of two lower triangles is one.
#include <chains/chain_metric.h>
#include <core/cross_products.h>
#include <core/decompositions.h>

namespace g2t {
namespace {

constexpr double kShrinkage = 5;       // draws a parameter that correlations count as much as none
constexpr double kMetricRidge = 1e-6;  // of the mean variance

// A lower triangle with the covariance of root(q) * other.
Matrix triangle_times(const Gaussian& q, const Matrix& other) {
  if (q.structure == Structure::LowRank) return cholesky_of_gram(times_root(q, other.transpose()));
  return q.cholesky.triangularView<Eigen::Lower>() * other;
}

}  // namespace

ChainMetric::ChainMetric(const Gaussian& q) : q_(q), root_(q) {
  root_.mean.setZero();
  set_root();
}

void ChainMetric::set_root() {
  transposed_ = root_;
  if (root_.structure == Structure::Dense) transposed_.cholesky = root_.cholesky.transpose().reverse();
}

void ChainMetric::update_scales(const Matrix& draws) {
  const Matrix centred = draws.rowwise() - draws.colwise().mean();
  const Vector sds = (centred.colwise().squaredNorm() / static_cast<double>(draws.rows())).cwiseSqrt().transpose();
  if (!sds.allFinite() || !(sds.minCoeff() > 0)) return;
  root_.structure = Structure::Diagonal;
  root_.scale = sds;
  root_.cholesky.resize(0, 0);
  root_.basis.resize(0, 0);
  root_.variances.resize(0);
  set_root();
}

void ChainMetric::update(const Matrix& draws) {
  const Index d = q_.dimension();
  const double n = static_cast<double>(draws.rows());
  const Matrix centred = draws.rowwise() - draws.colwise().mean();
  const bool is_diagonal = q_.structure == Structure::Diagonal;
  Matrix standard(draws.rows(), d);
  share_row_blocks(draws.rows(), [&](Index first, Index rows) {
    standard.middleRows(first, rows) = solve_root(q_, centred.middleRows(first, rows));
  });
  if (d > kMaxDenseMetric) {
    const Vector sds = (standard.colwise().squaredNorm() / n).cwiseSqrt().transpose();
    if (!sds.allFinite() || !(sds.minCoeff() > 0)) return;
    if (is_diagonal)
      root_.scale = q_.scale.cwiseProduct(sds);
    else if (q_.structure == Structure::LowRank)
      root_.scale = std::sqrt(sds.squaredNorm() / static_cast<double>(d)) * q_.scale;  // one factor, which keeps its form
    else
      root_.cholesky = q_.cholesky * sds.asDiagonal();
    return set_root();
  }
  Matrix covariance = Matrix::Zero(d, d);
  add_symmetric_products(standard, standard, covariance);
  covariance /= n;
  const double share = kShrinkage * static_cast<double>(d) / (kShrinkage * static_cast<double>(d) + n);
  const Vector variances = covariance.diagonal();
  covariance *= 1 - share;
  covariance.diagonal() = variances.array() + kMetricRidge * variances.mean();
  const Cholesky factor = cholesky(covariance);
  if (!factor.is_definite || !factor.lower.allFinite()) return;
  root_.structure = Structure::Dense;
  root_.cholesky = is_diagonal ? Matrix(q_.scale.asDiagonal() * factor.lower) : triangle_times(q_, factor.lower);
  root_.scale.resize(0);
  root_.basis.resize(0, 0);
  root_.variances.resize(0);
  set_root();
}

Matrix ChainMetric::velocity(const Matrix& momenta) const {
  Matrix out;
  transform_normals(root_, momenta, out);
  return out;
}

Matrix ChainMetric::force(const Matrix& score) const {
  if (root_.structure != Structure::Dense) return times_root_transposed(root_, score);
  Matrix out;
  transform_normals(transposed_, score.rowwise().reverse(), out);
  return out.rowwise().reverse();
}

}  // namespace g2t
