// Against the matrix itself.
#include <families/complement_squares.h>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

Matrix basis_of(Index d, Index rank) {
  return Matrix(Eigen::HouseholderQR<Matrix>(testing::normals_of(1, d, d)).householderQ()).leftCols(rank);
}

TEST(ComplementSquares, AreTheSquaresOfTheProjection) {
  for (const Index rank : {0, 2, 5, 7}) {
    const Index d = 7;
    const Matrix w = basis_of(d, rank), n = Matrix::Identity(d, d) - w * w.transpose(), x = testing::normals_of(2, d, 3);
    const ComplementSquares squares(w);
    EXPECT_LT((squares.times(x) - n.cwiseAbs2() * x).norm(), 1e-13) << rank;
    // What solve() takes is in the range: diag(N T N).
    const Matrix image = n.cwiseAbs2() * x;
    EXPECT_LT((n.cwiseAbs2() * squares.solve(image) - image).norm(), 1e-11 * (1 + image.norm())) << rank;
  }
}

// Conjugate gradients, which take over where a factorisation costs more.
TEST(ComplementSquares, AreInvertedWithoutAFactorisation) {
  for (const Index rank : {3, 8}) {
    const Index d = 130;
    const Matrix w = basis_of(d, rank), n = Matrix::Identity(d, d) - w * w.transpose(), x = testing::normals_of(2, d, 3);
    const ComplementSquares squares(w);
    const Matrix image = n.cwiseAbs2() * x;
    EXPECT_LT((squares.solve(image) - x).norm(), 1e-7 * x.norm()) << rank;
    const Vector exact = x.cwiseProduct(image).colwise().sum().transpose();
    EXPECT_LT((squares.inverse_quadratic(image) - exact).cwiseQuotient(exact).cwiseAbs().maxCoeff(), 1e-5) << rank;
  }
}

TEST(ComplementSquares, LeaveOutAScaleThatIsADirectionOfItsOwn) {
  const Index d = 5;
  Matrix w = Matrix::Zero(d, 2);
  w(3, 0) = 1;
  w(0, 1) = w(1, 1) = std::sqrt(0.5);
  const Matrix n = Matrix::Identity(d, d) - w * w.transpose(), image = n.cwiseAbs2() * testing::normals_of(2, d, 1);
  const Matrix x = ComplementSquares(w).solve(image);
  EXPECT_LT(std::abs(x(3, 0)), 1e-12);
  EXPECT_LT((n.cwiseAbs2() * x - image).norm(), 1e-13);
}

}  // namespace
}  // namespace g2t
