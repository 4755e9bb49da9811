// Places and round ticks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <report/axis.h>

#include <cmath>

namespace g2t::report {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(Axis, LinearTicksAreRound) {
  const Axis axis(-3.2, 6.9, false, 0, 101);
  EXPECT_THAT(axis.ticks(5), ElementsAre(DoubleNear(-2, 1e-9), DoubleNear(0, 1e-9), DoubleNear(2, 1e-9),
                                         DoubleNear(4, 1e-9), DoubleNear(6, 1e-9)));
  EXPECT_DOUBLE_EQ(axis.place(-3.2), 0);
  EXPECT_DOUBLE_EQ(axis.place(6.9), 101);
  EXPECT_DOUBLE_EQ(axis.place(100), 101);  // clipped
  EXPECT_FALSE(axis.holds(7));
}

TEST(Axis, LogarithmicTicksArePowersOfTen) {
  const Axis axis(0.02, 5e4, true, 100, 0);
  for (const double tick : axis.ticks(4)) EXPECT_NEAR(std::log10(tick), std::round(std::log10(tick)), 1e-9);
  EXPECT_NEAR(axis.place(std::sqrt(0.02 * 5e4)), 50, 1e-9);
  EXPECT_THAT(Axis(1, 8, true, 0, 1).ticks(5), ElementsAre(1, 2, 5));  // few decades: between them too
  EXPECT_GE(Axis(1e-5, 1.2e-5, true, 0, 1).ticks(5).size(), 2u);
}

TEST(Axis, OfOneValueHasRoomAroundIt) {
  for (const bool is_logarithmic : {false, true}) {
    const Axis axis(3, 3, is_logarithmic, 0, 100);
    EXPECT_NEAR(axis.place(3), 50, 1e-9);
    EXPECT_FALSE(axis.ticks(4).empty());
  }
}

TEST(Axis, TakesNeighboursForOneValue) {
  const Axis axis(0.25, std::nextafter(0.25, 1), true, 0, 100);  // with logarithms that are the same
  EXPECT_NEAR(axis.place(0.25), 50, 1e-9);
  EXPECT_LT(axis.ticks(4).size(), 5u);
}

TEST(TickText, IsShort) {
  EXPECT_EQ(tick_text(-600), "-600");
  EXPECT_EQ(tick_text(20000), "20k");
  EXPECT_EQ(tick_text(1e-5), "1e-05");
  EXPECT_EQ(tick_text(-1e-17), "0");
}

}  // namespace
}  // namespace g2t::report
