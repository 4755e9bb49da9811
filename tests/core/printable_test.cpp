// What a terminal would act upon is shown as numbers; all other text stays.
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/core/printable.hpp>

namespace g2t {
namespace {

TEST(Printable, KeepsText) {
  for (const char* text : {"", "weight (kg)", "a\tb\nc", "\xC3\xA9t\xC3\xA9", "\xE6\x97\xA5", "\xF0\x9F\x8D\x8B"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ShowsControlCharactersAsNumbers) {
  EXPECT_EQ(printable("\x1B[31m\x07\r"), "\\x1B[31m\\x07\\x0D");
  EXPECT_EQ(printable("\x7F"), "\\x7F");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xC2\\x9B");           // another way to write ESC [
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xE2\\x80\\xAE");  // turns what follows around
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Printable, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(printable("\xE9t"), "\\xE9t");         // Latin-1
  EXPECT_EQ(printable("\xC3"), "\\xC3");           // cut off
  EXPECT_EQ(printable("\xC0\xAF"), "\\xC0\\xAF");  // longer than needed
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");
  EXPECT_EQ(printable("\xF8"), "\\xF8");
}

TEST(InputError, HasNoRawBytes) {
  EXPECT_STREQ(InputError({"a\x1B.csv", 3}, "column '\x07'", "\x1F\x8B").what(),
               "a\\x1B.csv:3: column '\\x07': '\\x1F\\x8B'");
  EXPECT_STREQ(InvalidArgument("fit", "x\x1B", "\x07", "is wrong").what(), "fit: x\\x1B = \\x07: is wrong");
}

}  // namespace
}  // namespace g2t
