// Systematic resampling: copies by weight.
#include <g2t/core/resample.hpp>
#include <g2t/importance/importance_weights.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

TEST(Resample, EachRowWithinOneOfItsShareAndAscending) {
  const Vector weights = smooth_importance_weights(2 * testing::normals_of(1, 300, 1).col(0)).weights;
  for (const double uniform : {1e-9, 0.3, 1.0}) {
    for (const Index count : {1, 7, 1000}) {
      const std::vector<Index> rows = resample(weights, count, uniform);
      ASSERT_EQ(static_cast<Index>(rows.size()), count);
      EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
      for (Index s = 0; s < 300; ++s) {
        const auto copies = std::count(rows.begin(), rows.end(), s);
        EXPECT_LT(std::abs(static_cast<double>(copies) - static_cast<double>(count) * weights[s]), 1 + 1e-9);
      }
    }
  }
}

TEST(Resample, EqualWeightsGiveEveryRowOnce) {
  const std::vector<Index> rows = resample(Vector::Constant(8, 0.125), 8, 0.5);
  for (Index s = 0; s < 8; ++s) EXPECT_EQ(rows[static_cast<std::size_t>(s)], s);
}

TEST(Resample, RowsOfWeightZeroAreNeverChosen) {
  Vector weights(5);
  weights << 0, 0.5, 0, 0.5, 0;
  for (const double uniform : {1e-300, 0.5, 1.0})
    for (const Index row : resample(weights, 10, uniform)) EXPECT_TRUE(row == 1 || row == 3) << row;
  EXPECT_TRUE(resample(weights, 0, 0.5).empty());
}

}  // namespace
}  // namespace g2t
