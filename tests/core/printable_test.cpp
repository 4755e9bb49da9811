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

TEST(Printable, OfALineHasNoOtherLines) {
  EXPECT_EQ(printable_line("a\nb\tc\x1B"), "a b c\\x1B");
}

TEST(Printable, LeavesOutTheMiddle) {
  EXPECT_EQ(without_middle("0123456789", 10), "0123456789");
  EXPECT_EQ(without_middle("0123456789abcdef", 12), "012345...def");
  for (std::size_t most = 3; most < 40; ++most) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += "\xE6\x97\xA5";
    const std::string cut = without_middle(text, most);
    EXPECT_LE(cut.size(), most);
    EXPECT_EQ(printable(cut), cut);  // no half of a character
  }
}

TEST(Printable, OfJsonKeepsItsValue) {
  EXPECT_EQ(printable_json("\"\xC2\x9B \xE2\x80\xAE \x7F \xC3\xA9\""), "\"\\u009b \\u202e \\u007f \xC3\xA9\"");
}

TEST(InputError, IsOneLineWhateverItQuotes) {
  const std::string name(100000, 'k');
  const std::string said = InputError({"a\n.csv", 3}, "column '" + name + "'\nis wrong", name + "\n").what();
  EXPECT_EQ(said.find('\n'), std::string::npos);
  EXPECT_LT(said.size(), 1300U);
  EXPECT_TRUE(said.ends_with("kkk '")) << said;
  EXPECT_NE(said.find("is wrong"), std::string::npos);
  EXPECT_LT(std::string(InvalidArgument("fit", name, name, name).what()).size(), 1900U);
}

TEST(InputError, HasNoRawBytes) {
  EXPECT_STREQ(InputError({"a\x1B.csv", 3}, "column '\x07'", "\x1F\x8B").what(),
               "a\\x1B.csv:3: column '\\x07': '\\x1F\\x8B'");
  EXPECT_STREQ(InvalidArgument("fit", "x\x1B", "\x07", "is wrong").what(), "fit: x\\x1B = \\x07: is wrong");
}

}  // namespace
}  // namespace g2t
