#include <g2t/optimizers/step_sizes.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

TEST(StepSizes, AreTwelveFromAMillionthToAThousandth) {
  const std::vector<double> sizes = step_size_grid();
  ASSERT_EQ(sizes.size(), 12u);
  EXPECT_DOUBLE_EQ(sizes.front(), 1e-6);
  EXPECT_NEAR(sizes.back(), 1e-3, 1e-18);
  for (std::size_t k = 1; k < 12; ++k) EXPECT_NEAR(std::log10(sizes[k] / sizes[k - 1]), 3.0 / 11, 1e-12);
}

}  // namespace
}  // namespace g2t
