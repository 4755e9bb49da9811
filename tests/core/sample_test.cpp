// The variance of a sample against one that is written out.
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

}  // namespace
}  // namespace g2t
