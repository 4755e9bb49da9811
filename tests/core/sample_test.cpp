// Variance and covariance of a sample against those that are written out.
#include <g2t/core/sample.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

TEST(SampleVariance, IsAboutTheSamplesOwnMean) {
  EXPECT_DOUBLE_EQ(sample_variance(Eigen::ArrayXd{{1e3 + 1, 1e3 + 2, 1e3 + 6}}), (4 + 1 + 9) / 2.0);
  EXPECT_TRUE(std::isnan(sample_variance(Eigen::ArrayXd{{5.0}})));
  EXPECT_TRUE(std::isnan(sample_variance(Eigen::ArrayXd())));
}

TEST(SampleCovariance, IsOfRowsByOneLess) {
  const Matrix rows{{1, 2}, {3, 2}, {5, 8}};
  EXPECT_TRUE(sample_covariance(rows).isApprox(Matrix{{4, 6}, {6, 12}}));
  EXPECT_DOUBLE_EQ(sample_covariance(rows)(1, 1), sample_variance(rows.col(1).array()));
  EXPECT_TRUE(sample_covariance(rows.topRows(1)).array().isNaN().all());
}

}  // namespace
}  // namespace g2t
