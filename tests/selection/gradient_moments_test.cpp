#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/selection/gradient_moments.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

TEST(GradientMoments, AreMeansOfInnerProducts) {
  GradientMoments moments({"base", "c"});
  moments.add(Matrix{{1, 2}, {0, 1}});
  moments.add(Matrix{{3, 0}, {1, -1}});
  const Moments seen = moments.moments();
  EXPECT_EQ(seen.count, 2);
  EXPECT_DOUBLE_EQ(seen.u(), (5 + 9) / 2.0);
  EXPECT_DOUBLE_EQ(seen.r()[0], 2 * (2 + 3) / 2.0);
  EXPECT_DOUBLE_EQ(seen.q()(0, 0), 2 * (1 + 2) / 2.0);
  EXPECT_DOUBLE_EQ(seen.mean_products(0, 0), 4 + 1);
  EXPECT_DOUBLE_EQ(seen.products_standard_error(0, 0), 2);  // of 5 and 9
  EXPECT_EQ(seen.folds.size(), 2u);
}

TEST(GradientMoments, FoldsTogetherAreTheWhole) {
  GradientMoments moments({"base", "c", "d"});
  for (std::uint64_t k = 0; k < 21; ++k) moments.add(testing::normals_of(k, 3, 5));
  const Moments seen = moments.moments();
  ASSERT_EQ(seen.folds.size(), static_cast<std::size_t>(kMomentFolds));
  Matrix sum = Matrix::Zero(3, 3);
  double units = 0;
  for (const MomentFold& fold : seen.folds) {
    sum += fold.units * fold.products;
    units += fold.units;
  }
  EXPECT_EQ(units, 21);
  EXPECT_LT((sum / units - seen.products).norm(), 1e-13);
}

TEST(GradientMoments, HaveTheMeansOfFolds) {
  GradientMoments moments({"base", "c"});
  std::vector<Matrix> means(kMomentFolds, Matrix::Zero(2, 5));
  for (std::uint64_t k = 0; k < 21; ++k) {
    const Matrix gradients = testing::normals_of(k, 2, 5);
    moments.add(gradients);
    means[k % kMomentFolds] += gradients / (k % kMomentFolds < 5 ? 3 : 2);
  }
  const Moments seen = moments.moments();
  for (Index k = 0; k < kMomentFolds; ++k)
    for (Index l = 0; l < kMomentFolds; ++l) {
      const Matrix expected = means[static_cast<std::size_t>(k)] * means[static_cast<std::size_t>(l)].transpose();
      EXPECT_LT((seen.mean_products_of(k, l) - expected).norm(), 1e-13);
    }
}

TEST(GradientMoments, LeaveOutWhatIsNotFiniteAndCountIt) {
  GradientMoments moments({"base", "c"});
  moments.add(Matrix{{1, 2}, {0, 1}});
  moments.add(Matrix{{1, 2}, {0, NAN}});
  moments.add(Matrix{{3, 0}, {1, -1}});
  EXPECT_EQ(moments.failed(), 1);
  EXPECT_DOUBLE_EQ(moments.moments().u(), 7);
}

TEST(GradientMoments, RefuseOtherSizesAndTooFew) {
  EXPECT_THROW(GradientMoments({}), InvalidArgument);
  GradientMoments moments({"base", "c"});
  EXPECT_THROW(moments.add(Matrix::Zero(1, 2)), InvalidArgument);
  moments.add(Matrix::Zero(2, 2));
  EXPECT_THROW(moments.add(Matrix::Zero(2, 3)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(moments.moments()), InvalidArgument);
}

}  // namespace
}  // namespace g2t
