#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(InvalidArgument, NamesFunctionArgumentAndValue) {
  EXPECT_STREQ(InvalidArgument("fit", "draws", "-1", "must be positive").what(),
               "fit: draws = -1: must be positive");
}

TEST(InputError, NamesFileLineColumnAndText) {
  const InputError error({"a.csv", 3, 7}, "not a number", "abc");
  EXPECT_STREQ(error.what(), "a.csv:3:7: not a number: 'abc'");
  EXPECT_EQ(error.location().line, 3);
}

TEST(InputError, LeavesOutWhatIsNotKnown) {
  EXPECT_STREQ(InputError({"a.csv"}, "is empty").what(), "a.csv: is empty");
  EXPECT_STREQ(InputError({"a.csv", 2}, "is short").what(), "a.csv:2: is short");
}

}  // namespace
}  // namespace g2t
