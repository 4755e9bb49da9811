// Factorisations give back what they were made of, and the same bits as Eigen's classes.
#include <core/decompositions.h>

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

Matrix wavy(Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [](Index i, Index j) { return std::sin(static_cast<double>(3 * i + 7 * j + 1)); });
}

Matrix definite(Index size) { return wavy(size, size) * wavy(size, size).transpose() + 0.5 * Matrix::Identity(size, size); }

double distance(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

class Decompositions : public ::testing::TestWithParam<Index> {};

TEST_P(Decompositions, CholeskyAndItsSolutions) {
  const Index n = GetParam();
  const Matrix matrix = definite(n), b = wavy(n, 3);
  const Cholesky factor = cholesky(matrix);
  ASSERT_TRUE(factor.is_definite);
  EXPECT_TRUE(is_positive_definite(matrix));
  EXPECT_LT(distance(factor.lower * factor.lower.transpose(), matrix), 1e-11);
  EXPECT_EQ(factor.lower, Matrix(factor.lower.triangularView<Eigen::Lower>()));
  EXPECT_LT(distance(factor.lower * solve_lower(factor.lower, b), b), 1e-10);
  EXPECT_LT(distance(factor.lower.transpose() * solve_lower_transposed(factor.lower, b), b), 1e-10);
  EXPECT_LT(distance(matrix * solve_cholesky(factor.lower, b), b), 1e-9);
  EXPECT_LT(distance(matrix * solve_symmetric(matrix, b), b), 1e-9);

  const Eigen::LLT<Matrix> eigen(matrix);
  const Vector v = b.col(0);
  EXPECT_EQ(factor.lower, Matrix(eigen.matrixL()));
  EXPECT_EQ(solve_lower(factor.lower, b), Matrix(eigen.matrixL().solve(b)));
  EXPECT_EQ(solve_lower(factor.lower, v), Vector(eigen.matrixL().solve(v)));
  EXPECT_EQ(solve_lower_transposed(factor.lower, v), Vector(eigen.matrixU().solve(v)));
  EXPECT_EQ(solve_cholesky(factor.lower, b), Matrix(eigen.solve(b)));
  EXPECT_EQ(solve_cholesky(factor.lower, v), Vector(eigen.solve(v)));
}

TEST_P(Decompositions, EigenvaluesAndEigenvectors) {
  const Index n = GetParam();
  const Matrix matrix = wavy(n, n) + wavy(n, n).transpose();
  const SymmetricEigen eigen = symmetric_eigen(matrix);
  EXPECT_LT(distance(matrix * eigen.vectors, eigen.vectors * eigen.values.asDiagonal()), 1e-10);
  EXPECT_LT(distance(eigen.vectors.transpose() * eigen.vectors, Matrix::Identity(n, n)), 1e-11);
  EXPECT_TRUE(std::is_sorted(eigen.values.begin(), eigen.values.end()));
  EXPECT_LT(distance(symmetric_eigenvalues(matrix), eigen.values), 1e-11);
}

TEST_P(Decompositions, OrthogonalFactors) {
  const Index n = GetParam();
  const Matrix tall = wavy(n + 2, n) + Matrix::Identity(n + 2, n), square = tall.topRows(n);
  const Qr factor = qr(tall);
  Matrix padded = Matrix::Zero(n + 2, n);
  padded.topRows(n) = factor.packed.topRows(n).triangularView<Eigen::Upper>();
  EXPECT_LT(distance(q_times(factor, padded), tall), 1e-12);
  EXPECT_EQ(q_times(factor, padded), Matrix(Eigen::HouseholderQR<Matrix>(tall).householderQ() * padded));

  const Matrix orthogonal = orthogonal_factor(square), r = orthogonal.transpose() * square;
  EXPECT_LT(distance(orthogonal.transpose() * orthogonal, Matrix::Identity(n, n)), 1e-12);
  EXPECT_LT(distance(r, r.triangularView<Eigen::Upper>()), 1e-12);
  EXPECT_TRUE((r.diagonal().array() > 0).all());

  const Matrix lower = cholesky_of_gram(tall);
  EXPECT_EQ(lower.cols(), n);
  EXPECT_LT(distance(lower * lower.transpose(), tall.transpose() * tall), 1e-11);
  EXPECT_TRUE((lower.diagonal().array() > 0).all());
}

INSTANTIATE_TEST_SUITE_P(Sizes, Decompositions, ::testing::Values(1, 2, 5, 40));

TEST(Decompositions, WhatIsNotDefiniteIsSaidToBeSo) {
  const Matrix indefinite = Vector{{1, -1}}.asDiagonal();
  EXPECT_FALSE(cholesky(indefinite).is_definite);
  EXPECT_FALSE(is_positive_definite(indefinite));
  EXPECT_FALSE(is_positive_definite(Matrix::Zero(2, 2)));
}

TEST(Decompositions, ASingularSystemHasASolution) {
  const Matrix ones = Matrix::Ones(3, 3), b = Matrix::Constant(3, 1, 6);
  EXPECT_LT(distance(ones * solve_symmetric(ones, b), b), 1e-12);
}

}  // namespace
}  // namespace g2t
