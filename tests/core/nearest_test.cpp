// Misspelt words and what they were meant to be.
#include <g2t/core/nearest.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

const std::vector<std::string> kWords{"fit", "select", "evaluate", "time-budget", "Quality"};

TEST(Nearest, FindsWhatIsAFewEditsAway) {
  EXPECT_EQ(nearest("fti", kWords), "fit");            // two letters changed
  EXPECT_EQ(nearest("selct", kWords), "select");       // dropped
  EXPECT_EQ(nearest("evalluate", kWords), "evaluate"); // inserted
  EXPECT_EQ(nearest("time-budgt", kWords), "time-budget");
  EXPECT_EQ(nearest("quality", kWords), "Quality");    // case is free
  EXPECT_EQ(nearest("fit", kWords), "fit");
}

TEST(Nearest, TakesTheFewestEditsAndTheFirstOfEquals) {
  EXPECT_EQ(nearest("rows", {"cows", "rowss", "rows"}), "rows");
  EXPECT_EQ(nearest("bat", {"cat", "hat"}), "cat");
}

TEST(Nearest, KeepsSilentWhereNothingIsNear) {
  EXPECT_EQ(nearest("zzzzzz", kWords), "");
  EXPECT_EQ(nearest("xyz", {"a", "bc"}), "");  // no letter in common
  EXPECT_EQ(nearest("", kWords), "");
  EXPECT_EQ(nearest("fit", {}), "");
  EXPECT_EQ(nearest("fit", {""}), "");
}

TEST(Nearest, AsksInWords) {
  EXPECT_EQ(did_you_mean("fti", kWords), "; did you mean 'fit'?");
  EXPECT_EQ(did_you_mean("zzzzzz", kWords), "");
}

}  // namespace
}  // namespace g2t
