// Every character is known by where it came from.
#include <gtest/gtest.h>
#include <stan/edited_text.h>

namespace g2t::stan {
namespace {

TEST(EditedText, IsTheOriginalAtFirst) {
  const EditedText text("abc");
  EXPECT_EQ(text.text(), "abc");
  EXPECT_EQ(text.original_place(3), 3U);
}

TEST(EditedText, RemembersWhereCharactersCameFrom) {
  EditedText text("int x[N];");
  text.apply({{0, 0, {{"array", 0, 0}, {"", 5, 3}, {" ", 0, 0}}}, replacement(5, 8, "")});
  EXPECT_EQ(text.text(), "array[N] int x;");
  EXPECT_EQ(text.original_place(0), 0U);   // new
  EXPECT_EQ(text.original_place(6), 6U);   // N
  EXPECT_EQ(text.original_place(9), 0U);   // int
  EXPECT_EQ(text.original_place(14), 8U);  // ;
  EXPECT_EQ(text.original_place(15), 9U);  // the end
}

TEST(EditedText, RemembersThroughSeveralRounds) {
  EditedText text("a <- f(b);");
  text.apply({replacement(5, 6, "log_of"), replacement(2, 4, "=")});
  EXPECT_EQ(text.text(), "a = log_of(b);");
  text.apply({replacement(0, 0, "xy "), replacement(11, 12, "c + c")});
  EXPECT_EQ(text.text(), "xy a = log_of(c + c);");
  EXPECT_EQ(text.original_place(3), 0U);
  EXPECT_EQ(text.original_place(7), 5U);
  EXPECT_EQ(text.original_place(16), 7U);
  EXPECT_EQ(text.original_place(20), 9U);
  EXPECT_EQ(text.original(), "a <- f(b);");
}

TEST(EditedText, LeavesOutWhatBeginsInAnotherRange) {
  EditedText text("abcdef");
  text.apply({replacement(1, 4, "x"), replacement(2, 3, "y"), replacement(4, 5, "z")});
  EXPECT_EQ(text.text(), "axzf");
}

}  // namespace
}  // namespace g2t::stan
