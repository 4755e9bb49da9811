#include <gtest/gtest.h>
#include <inference/choice/drift_watch.h>

#include <cmath>
#include <limits>

namespace g2t {
namespace {

// Squared norms of mean `mean`, spread by a factor of three both ways.
void drift_steps(DriftWatch& watch, double mean, int steps) {
  for (int k = 0; k < steps; ++k) watch.observe(mean * (1 + 0.8 * std::sin(1.7 * k)));
}

TEST(DriftWatch, SeesAFactorOfTwoEitherWay) {
  for (const double factor : {1.0, 1.8, 0.6, 2.3, 0.4}) {
    DriftWatch watch;
    watch.expect(5);
    drift_steps(watch, 5 * factor, 300);
    EXPECT_NEAR(watch.ratio(), factor, 0.05 * factor);
    EXPECT_EQ(watch.has_drifted(), factor > 2 || factor < 0.5) << factor;
  }
}

TEST(DriftWatch, SaysNothingYetOrOfNothingExpected) {
  DriftWatch watch;
  drift_steps(watch, 1, 1000);
  EXPECT_FALSE(watch.has_drifted());  // nothing was predicted
  watch.expect(1);
  drift_steps(watch, 100, 49);
  EXPECT_FALSE(watch.has_drifted());
  drift_steps(watch, 100, 1);
  EXPECT_TRUE(watch.has_drifted());
  watch.expect(100);
  EXPECT_FALSE(watch.has_drifted());
}

TEST(DriftWatch, RestsAndGoesOnWithTheSamePrediction) {
  DriftWatch watch;
  watch.expect(1);
  drift_steps(watch, 4, 100);
  EXPECT_NEAR(watch.mean(), 4, 0.2);
  watch.rest();
  EXPECT_FALSE(watch.has_drifted());
  drift_steps(watch, 4, 100);
  EXPECT_TRUE(watch.has_drifted());
  watch.expect(watch.mean());  // what was seen is expected from now on
  drift_steps(watch, 4, 100);
  EXPECT_FALSE(watch.has_drifted());
}

TEST(DriftWatch, IsNotMovedByOneOutlierOrByWhatIsNotFinite) {
  DriftWatch watch;
  watch.expect(1);
  drift_steps(watch, 1, 200);
  watch.observe(std::numeric_limits<double>::infinity());
  watch.observe(std::nan(""));
  EXPECT_NEAR(watch.ratio(), 1, 0.05);
  watch.observe(1000);  // the mean is far off now, and so is its standard error
  EXPECT_GT(watch.ratio(), 2);
  EXPECT_FALSE(watch.has_drifted());
}

}  // namespace
}  // namespace g2t
