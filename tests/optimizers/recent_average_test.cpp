// Blocks of a recent average.
#include <g2t/optimizers/recent_average.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

TEST(RecentAverage, ForgetsWhatIsOlderThanItsBlocks) {
  RecentAverage recent(4);
  EXPECT_TRUE(recent.is_empty());
  const auto mean_after = [&](double value) {
    recent.add(isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, value), 1));
    return recent.average().mean[0];
  };
  EXPECT_EQ(mean_after(1), 1);
  EXPECT_EQ(mean_after(3), 2);
  mean_after(5);
  EXPECT_EQ(mean_after(7), 4);   // a whole block
  EXPECT_EQ(mean_after(90), 4);  // the next one is under way
  mean_after(91);
  mean_after(92);
  EXPECT_EQ(mean_after(93), 91.5);
}

}  // namespace
}  // namespace g2t
