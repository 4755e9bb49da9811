// Digits that matter.
#include <g2t/core/readable.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace g2t {
namespace {

TEST(Readable, Durations) {
  EXPECT_EQ(duration(250), "250 s");
  EXPECT_EQ(duration(1e308), "1e+308 s");
  EXPECT_EQ(duration(std::nan("")), "-");
  EXPECT_EQ(duration(10.04), "10.0 s");
  EXPECT_EQ(duration(0.012), "12 ms");
  EXPECT_EQ(duration(3.14e-6), "3.14 us");
}

TEST(Readable, Significant) {
  EXPECT_EQ(significant(12.345), "12.3");
  EXPECT_EQ(significant(41234), "41234");
  EXPECT_EQ(significant(-1.234e9), "-1.23e+09");
}

TEST(Readable, Decimals) {
  EXPECT_EQ(decimals(-595.899, 2), "-595.90");
  EXPECT_EQ(decimals(std::numeric_limits<double>::quiet_NaN(), 2), "-");
  EXPECT_EQ(decimals(-std::numeric_limits<double>::infinity(), 2), "-inf");
  EXPECT_EQ(decimals(-1e30, 2), "-1e+30");
}

TEST(Readable, Nats) {
  EXPECT_EQ(nats(-123456789.125, 2), "-123456789.12");
  EXPECT_EQ(nats(-1.234e200, 2), "-1.23e+200");
  EXPECT_EQ(nats(std::numeric_limits<double>::infinity(), 2), "inf");
  EXPECT_EQ(nats(std::numeric_limits<double>::quiet_NaN(), 2), "-");
}

}  // namespace
}  // namespace g2t
