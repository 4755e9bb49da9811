// Brackets, calls and definitions among tokens.
#include <gtest/gtest.h>
#include <stan/code.h>

namespace g2t::stan {
namespace {

TEST(Code, FindsWhatClosesABracket) {
  const std::string text = "real<lower=(a < b ? 0 : f({1, 2})[1])> x[N, 2];";
  const Code code(text);
  EXPECT_TRUE(code.is(code.closing(1), ">"));
  EXPECT_TRUE(code.is(code.closing(1) + 1, "x"));
  EXPECT_TRUE(code.is(code.closing(code.closing(1) + 2), "]"));
  const std::string without_end = "real<lower=0 x; y>";
  EXPECT_EQ(Code(without_end).closing(1), Code(without_end).size());
}

TEST(Code, SeparatesArgumentsAtTheFirstLevel) {
  const std::string text = "f(a[1, 2], g(b, c) | {d, e})";
  const Code code(text);
  const std::vector<std::size_t> found = code.separators(1);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(code.is(found[0], ","));
  EXPECT_TRUE(code.is(found[1], "|"));
}

TEST(Code, TellsDefinitionsFromCalls) {
  const std::string text = "real f(real x) { return g(x); } array[] int h(int n);";
  const Code code(text);
  std::vector<std::string> defined, functions;
  for (std::size_t k = 0; k < code.size(); ++k) {
    if (code.is_function(k)) functions.push_back(code.word(k));
    if (code.is_definition(k)) defined.push_back(code.word(k));
  }
  EXPECT_EQ(defined, (std::vector<std::string>{"f", "h"}));
  EXPECT_EQ(functions, (std::vector<std::string>{"f", "g", "h"}));
}

TEST(Code, HasNothingPastItsEnd) {
  const std::string text = "a # b";
  const Code code(text);
  EXPECT_EQ(code.size(), 1U);
  EXPECT_FALSE(code.is(1, "b") || code.is_word(1) || code.is_one_of(1, "b") || code.is_type(1));
  EXPECT_EQ(code.word(1), "");
}

}  // namespace
}  // namespace g2t::stan
