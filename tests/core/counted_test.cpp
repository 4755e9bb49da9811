// Counts in words.
#include <g2t/core/counted.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(Counted, GroupsDigitsFromFiveOn) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(8124), "8124");
  EXPECT_EQ(grouped(41000), "41,000");
  EXPECT_EQ(grouped(123456), "123,456");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-123456), "-123,456");
  EXPECT_EQ(grouped(-1234), "-1234");
}

TEST(Counted, HasAPlural) {
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(41000, "step"), "41,000 steps");
}

}  // namespace
}  // namespace g2t
