// (I - eta Omega)^-1/2 of low rank and dense, and its limits.
#include <families/inverse_root.h>
#include <gtest/gtest.h>

#include <cmath>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;

// Omega of a gradient whose units are draws, written out.
Matrix gradient_matrix(const Matrix& left, const Matrix& right, double identity) {
  const Index d = left.cols();
  const Matrix outer = left.transpose() * right / static_cast<double>(left.rows());
  return identity * Matrix::Identity(d, d) + 0.5 * (outer + outer.transpose());
}

TEST(InverseRoot, LowRankEqualsDense) {
  const Index d = 9;
  const Matrix left = normals_of(1, 3, d), right = normals_of(2, 3, d);
  const LowRankRoot low = low_rank_inverse_root(0.7, left, right, 0.1, {});
  const Matrix x = Matrix::Identity(d, d) - 0.1 * gradient_matrix(left, right, 0.7);
  Matrix root(d, d);
  for (Index j = 0; j < d; ++j) root.col(j) = low.times(Vector::Unit(d, j));
  EXPECT_LT((root * x * root - Matrix::Identity(d, d)).norm(), 1e-12);
  EXPECT_LT((root - root.transpose()).norm(), 1e-13);
  const DenseRoot dense = dense_inverse_root(gradient_matrix(left, right, 0.7), 0.1, {});
  EXPECT_LT((dense.root * dense.root.transpose() * x - Matrix::Identity(d, d)).norm(), 1e-12);
}

TEST(InverseRoot, TakesDependentAndZeroVectors) {
  const Index d = 6;
  Matrix left = Matrix::Zero(2, d), right = normals_of(2, 2, d);
  left.row(1) = -right.row(1);
  const LowRankRoot low = low_rank_inverse_root(0, left, right, 0.3, {});
  const Vector v = right.row(1).normalized();
  // Omega has the eigenvalue -|xi|^2 / 2 along xi, and 0 elsewhere.
  const double w = 1 + 0.3 * 0.5 * right.row(1).squaredNorm();
  EXPECT_LT((low.times(v) - v / std::sqrt(w)).norm(), 1e-12);
}

TEST(InverseRoot, ClipsWhatWouldNotBePositive) {
  Matrix t = Matrix::Zero(3, 3);
  t.diagonal() << 10, 0, -1000;
  const DenseRoot dense = dense_inverse_root(t, 0.5, {});
  EXPECT_EQ(dense.clips, 2);
  EXPECT_NEAR(dense.root(0, 0), 1 / std::sqrt(0.67), 1e-12);
  EXPECT_NEAR(dense.root(2, 2), 1 / std::sqrt(20), 1e-12);
}

}  // namespace
}  // namespace g2t
