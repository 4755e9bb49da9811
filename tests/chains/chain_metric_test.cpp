// A metric is that of q, then that of draws.
#include <chains/chain_metric.h>
#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;
using testing::wavy_gaussian;

Matrix root_of(const Gaussian& q) {
  return q.structure == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
}

// B B^T by its action.
Matrix covariance_of(const ChainMetric& metric, Index d) {
  const Matrix b = metric.velocity(Matrix::Identity(d, d)).transpose();
  return b * b.transpose();
}

TEST(ChainMetric, BeginsWithThatOfQ) {
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const Gaussian q = wavy_gaussian(structure, 5);
    const Matrix root = root_of(q), rows = normals_of(1, 8, 5);
    const ChainMetric metric(q);
    EXPECT_LT((metric.velocity(rows) - rows * root.transpose()).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((metric.force(rows) - rows * root).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(ChainMetric, LearnsTheCovarianceOfManyDraws) {
  const Index d = 4, n = 100'000;
  const Gaussian truth = wavy_gaussian(Structure::Dense, d);
  Matrix draws;
  transform_normals(truth, normals_of(2, n, d), draws);
  const Matrix expected = truth.cholesky * truth.cholesky.transpose();
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    ChainMetric metric(isotropic_gaussian(structure, Vector::Zero(d), 3));
    metric.update(draws);
    // Five standard errors of a covariance at most, and the shrinkage of 20 / n.
    const double error = 5 * std::sqrt(2.0 / n) + 20.0 / n;
    EXPECT_LT((covariance_of(metric, d) - expected).cwiseAbs().maxCoeff(), error * expected.diagonal().maxCoeff());
    const Matrix rows = normals_of(3, 8, d);
    EXPECT_NEAR((metric.velocity(rows).cwiseProduct(rows)).sum(), (rows.cwiseProduct(metric.force(rows))).sum(), 1e-9);
  }
}

// Of as many draws as 5 d correlations count half.
TEST(ChainMetric, ShrinksCorrelationsOfFewDraws) {
  const Index n = 10;
  Matrix draws(n, 2);
  draws.col(0) = normals_of(4, n, 1).col(0);
  draws.col(1) = draws.col(0);
  ChainMetric metric(isotropic_gaussian(Structure::Dense, Vector::Zero(2), 1));
  metric.update(draws);
  const Matrix found = covariance_of(metric, 2);
  EXPECT_NEAR(found(0, 1) / std::sqrt(found(0, 0) * found(1, 1)), 0.5, 1e-5);
}

TEST(ChainMetric, LearnsScalesAlone) {
  Matrix draws(4, 2);
  draws << 1, 10, 3, 50, 1, 10, 3, 50;  // correlation 1
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    ChainMetric metric(wavy_gaussian(structure, 2));
    metric.update_scales(draws);
    const Matrix expected{{1, 0}, {0, 400}};
    EXPECT_LT((covariance_of(metric, 2) - expected).cwiseAbs().maxCoeff(), 1e-9);
    const Matrix rows = normals_of(5, 8, 2);
    EXPECT_NEAR((metric.velocity(rows).cwiseProduct(rows)).sum(), (rows.cwiseProduct(metric.force(rows))).sum(), 1e-9);
  }
}

TEST(ChainMetric, StaysWhereDrawsHaveNoCovariance) {
  const Gaussian q = wavy_gaussian(Structure::Dense, 3);
  ChainMetric metric(q);
  metric.update(Matrix::Constant(4, 3, std::nan("")));
  metric.update_scales(Matrix::Constant(4, 3, std::nan("")));
  metric.update_scales(Matrix::Constant(4, 3, 1.0));
  EXPECT_LT((covariance_of(metric, 3) - q.cholesky * q.cholesky.transpose()).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace g2t
