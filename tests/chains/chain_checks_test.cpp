// A drift counts if it is beyond noise, and large enough to matter.
#include <g2t/chains/chain_checks.hpp>
#include <gtest/gtest.h>

namespace g2t {
namespace {

bool drifts(double drift, double drift_z) {
  ChainChecks checks;
  checks.critical_z = 4;
  checks.drift = drift;
  checks.drift_z = drift_z;
  return checks.is_drifting();
}

TEST(ChainChecks, ADriftIsBeyondNoiseAndLarge) {
  EXPECT_TRUE(drifts(0.06, 4.1));
  EXPECT_FALSE(drifts(0.06, 3.9));
  EXPECT_FALSE(drifts(0.04, 4.1));
}

TEST(ChainChecks, NothingWasSeenAtFirst) {
  const ChainChecks checks;
  EXPECT_FALSE(checks.is_warm || checks.is_precise || checks.alternates || checks.is_drifting());
  EXPECT_EQ(checks.tunings, 0);
}

}  // namespace
}  // namespace g2t
