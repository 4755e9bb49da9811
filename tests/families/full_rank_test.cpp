#include <g2t/families/full_rank.hpp>

#include <gtest/gtest.h>

#include <kernels/full_rank.h>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

TEST(FullRank, OuterProductEqualsTheFormulaForEverySize) {
  for (Index d : {1, 3, 8, 17, 124})
    for (Index draw_count : {1, 5, 8, 21}) {
      const Matrix v = testing::normals_of(1, draw_count, d), xi = testing::normals_of(2, draw_count, d);
      Vector packed(d * (d + 1) / 2);
      kernels::mean_lower_outer_product(d, v.data(), xi.data(), draw_count, packed.data());
      const Matrix expected = v.transpose() * xi / static_cast<double>(draw_count);
      for (Index j = 0; j < d; ++j)
        for (Index i = j; i < d; ++i)
          ASSERT_NEAR(packed[kernels::packed_column(d, j) + i - j], expected(i, j), 1e-13) << d << " " << draw_count;
    }
}

TEST(FullRank, AColumnWhoseDiagonalTurnsNegativeChangesSign) {
  Gaussian start = isotropic_gaussian(Structure::Dense, Vector::Zero(2), 1);
  start.cholesky(1, 0) = 0.5;
  const std::unique_ptr<Family> q = make_full_rank(start);
  Vector velocity({{0, 0, -3, 1, 0}});  // mean; L00, L10; L11
  const Matrix raw = (Matrix(2, 2) << -2, 0, 1.5, 1).finished();
  const MoveReport report = q->move(velocity, 1, &velocity);
  EXPECT_EQ(report.sign_flips, 1);
  EXPECT_GT(q->gaussian().cholesky.diagonal().minCoeff(), 0);
  const Matrix covariance = q->gaussian().cholesky * q->gaussian().cholesky.transpose();
  EXPECT_TRUE(covariance.isApprox(raw * raw.transpose()));
  EXPECT_EQ(velocity, Vector({{0, 0, 3, -1, 0}}));
}

TEST(FullRank, IgnoresWhatStandsAboveTheDiagonal) {
  Gaussian q = testing::wavy_gaussian(Structure::Dense, 3);
  q.cholesky(0, 2) = 7;
  EXPECT_EQ(make_full_rank(q)->gaussian().cholesky(0, 2), 0);
}

}  // namespace
}  // namespace g2t
