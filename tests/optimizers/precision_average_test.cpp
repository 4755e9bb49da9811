#include <g2t/optimizers/precision_average.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::wavy_gaussian;

TEST(PrecisionAverage, AveragesMeansAndPrecisions) {
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const Index d = 4;
    PrecisionAverage average;
    Vector mean = Vector::Zero(d);
    Matrix precision = Matrix::Zero(d, d);
    for (int k = 1; k <= 3; ++k) {
      Gaussian q = wavy_gaussian(structure, d);
      q.mean *= k;
      q.scale *= std::sqrt(k);
      q.cholesky *= 1.0 / k;
      if (structure == Structure::Dense) q.cholesky(2, 0) += 0.05 * k;
      average.add(q);
      const Matrix factor = structure == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
      mean += q.mean / 3;
      precision += (factor * factor.transpose()).inverse() / 3;
    }
    EXPECT_EQ(average.count(), 3);
    const Gaussian q = average.average();
    const Matrix factor = structure == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
    EXPECT_LT((q.mean - mean).norm(), 1e-14);
    EXPECT_LT((factor * factor.transpose() * precision - Matrix::Identity(d, d)).norm(), 1e-10);
    if (structure == Structure::Dense) {
      EXPECT_GT(q.cholesky.diagonal().minCoeff(), 0);
      EXPECT_EQ(q.cholesky.triangularView<Eigen::StrictlyUpper>().toDenseMatrix().norm(), 0);
    }
  }
}

TEST(PrecisionAverage, OfOneIsThatOne) {
  const Gaussian q = wavy_gaussian(Structure::Dense, 5);
  PrecisionAverage average;
  average.add(q);
  EXPECT_LT((average.average().cholesky - q.cholesky).norm(), 1e-13);
}

}  // namespace
}  // namespace g2t
