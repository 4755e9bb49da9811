// A setting is named as its reader sets it.
#include <g2t/core/invalid_setting.hpp>
#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(InvalidSetting, SpeaksToEitherReader) {
  const InvalidSetting error("select_at", "0.5", "are fractions of a budget: give {iterations} too");
  EXPECT_STREQ(error.what(), "fit: select_at = 0.5: are fractions of a budget: give iterations too");
  EXPECT_EQ(error.message(Wording::Fields), "select_at = 0.5: are fractions of a budget: give iterations too");
  EXPECT_EQ(error.message(Wording::CommandLine), "--select-at = '0.5': are fractions of a budget: give --iterations too");
  EXPECT_EQ(error.setting(), "select_at");
  EXPECT_EQ(error.value(), "0.5");
}

}  // namespace
}  // namespace g2t
