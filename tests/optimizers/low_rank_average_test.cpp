// Averages of iterates whose average is known.
#include <g2t/optimizers/precision_average.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;

Matrix covariance_of_iterate(const Gaussian& q) { return dense_root(q) * dense_root(q).transpose(); }

TEST(LowRankAverage, OfOneGaussianIsThatGaussian) {
  const Gaussian q = testing::wavy_gaussian(Structure::LowRank, 9);
  PrecisionAverage average;
  for (int k = 0; k < 5; ++k) {
    Gaussian same = q;  // however its directions are written
    same.basis.col(0) *= k % 2 == 0 ? 1 : -1;
    if (k > 2) same.basis.col(0).swap(same.basis.col(1)), same.variances.reverseInPlace();
    average.add(same);
  }
  const Gaussian found = average.average();
  EXPECT_EQ(found.structure, Structure::LowRank);
  EXPECT_LT((covariance_of_iterate(found) - covariance_of_iterate(q)).norm(), 1e-14);
  EXPECT_LT((found.mean - q.mean).norm(), 1e-16);
}

TEST(LowRankAverage, IsGeometricAlongADirectionAndHarmonicInScales) {
  PrecisionAverage average;
  for (const double factor : {0.5, 2.0}) {
    Gaussian q = testing::wavy_gaussian(Structure::LowRank, 40);
    q.variances *= factor;
    q.scale *= factor;
    average.add(q);
  }
  const Gaussian once = testing::wavy_gaussian(Structure::LowRank, 40), found = average.average();
  EXPECT_LT((found.scale / std::sqrt(2 / (4 + 0.25)) - once.scale).norm(), 1e-14);
  EXPECT_NEAR(found.variances.prod(), once.variances.prod(), 1e-12);
}

// A parameter that a direction carries may have any scale, with other directions.
TEST(LowRankAverage, DoesNotDependOnHowTheScaleOfACarriedParameterIsWritten) {
  const Index d = 12;
  Gaussian q = testing::wavy_gaussian(Structure::LowRank, d);
  q.basis.col(0) = (Vector::Unit(d, 0) + 0.1 * normals_of(1, d, 1).col(0)).normalized();
  q.basis = Matrix(Eigen::HouseholderQR<Matrix>(q.basis).householderQ()).leftCols(2);
  q.variances = Vector({{300.0, 0.2}});
  PrecisionAverage average;
  for (const double factor : {1.0, 0.3, 0.8, 2.0, 0.05}) {
    const Index count = q.rank() + 1;
    Matrix columns = Matrix::Zero(d, count);
    columns.leftCols(2) = q.basis;
    columns.row(0) /= factor;
    columns(0, 2) = 1;
    Vector inner(count), scale = q.scale;
    inner << q.variances.array() - 1, 1 / (factor * factor) - 1;
    scale[0] *= factor;
    average.add(low_rank_gaussian(q.mean, scale, directions_of(columns, inner.asDiagonal()), count));
  }
  const Matrix covariance = covariance_of_iterate(q);
  EXPECT_LT((covariance_of_iterate(average.average()) - covariance).norm(), 1e-9 * covariance.norm());
}

TEST(LowRankAverage, TakesAwayNoiseOfTheDirections) {
  // Directions that turn at random about one: the average is nearer to it than they are.
  const Index d = 60;
  Gaussian q = isotropic_gaussian(Structure::LowRank, Vector::Zero(d), 1);
  q.variances = Vector::Constant(1, 20);
  const Vector truth = Vector::Unit(d, 3);
  PrecisionAverage average;
  double error = 0;
  for (std::uint64_t k = 0; k < 100; ++k) {
    q.basis = (truth + 0.03 * normals_of(k, d, 1).col(0)).normalized();
    error += (1 - q.basis.col(0).dot(truth)) / 100;
    average.add(q);
  }
  EXPECT_LT(1 - std::abs(average.average().basis.col(0).dot(truth)), 0.1 * error);
}

}  // namespace
}  // namespace g2t
