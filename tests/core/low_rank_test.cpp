// Against matrices written out.
#include <g2t/core/low_rank.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;

Matrix inner_of(const Directions& all) {
  const Index d = all.basis.rows();
  return Matrix::Identity(d, d) + all.basis * (all.variances.array() - 1).matrix().asDiagonal() * all.basis.transpose();
}

TEST(Directions, AreThoseOfTheSum) {
  for (const Index count : {0, 2, 5, 9}) {  // also more columns than rows
    const Index d = 6;
    const Matrix columns = normals_of(1, d, count), inner = normals_of(2, count, count) + normals_of(2, count, count).transpose();
    const Directions all = directions_of(columns, inner);
    EXPECT_EQ(all.count(), std::min(d, count));
    EXPECT_LT((all.basis.transpose() * all.basis - Matrix::Identity(all.count(), all.count())).norm(), 1e-13);
    EXPECT_LT((inner_of(all) - Matrix::Identity(d, d) - columns * inner * columns.transpose()).norm(), 1e-11);
  }
}

TEST(Directions, CostWhatTheDivergenceIs) {
  // KL(N(0, 1) || N(0, v)) = (1 / v - 1 + log v) / 2.
  EXPECT_EQ(cost_without(1), 0);
  EXPECT_NEAR(cost_without(4), 0.5 * (0.25 - 1 + std::log(4.0)), 1e-15);
  EXPECT_GT(cost_without(0.01), cost_without(100));
  EXPECT_EQ(count_worth(Vector({{1, 4, 0.9, 0.01}}), 0.1), 2);
}

TEST(LowRankGaussian, KeepsTheDearestDirectionsAndTheMarginalSds) {
  const Index d = 7;
  const Directions all{Matrix(Eigen::HouseholderQR<Matrix>(normals_of(3, d, d)).householderQ()).leftCols(3),
                       Vector({{1.2, 30, 0.05}})};
  const Vector scale = normals_of(4, d, 1).col(0).array().exp();
  const Gaussian whole = low_rank_gaussian(Vector::Zero(d), scale, all, 3), cut = low_rank_gaussian(Vector::Zero(d), scale, all, 2);
  EXPECT_EQ(whole.rank(), 3);
  EXPECT_LT((whole.scale - scale).norm(), 1e-15);
  ASSERT_EQ(cut.rank(), 2);
  EXPECT_EQ(cut.variances, Vector({{0.05, 30}}));
  // Of what is cut the diagonal goes to the scale, which it multiplies: exact where nothing else is left.
  const Gaussian none = low_rank_gaussian(Vector::Zero(d), scale, {all.basis.leftCols(1), all.variances.head(1)}, 0);
  const Gaussian one = low_rank_gaussian(Vector::Zero(d), scale, {all.basis.leftCols(1), all.variances.head(1)}, 1);
  EXPECT_LT((standard_deviations(none) - standard_deviations(one)).norm(), 1e-14);
}

}  // namespace
}  // namespace g2t
