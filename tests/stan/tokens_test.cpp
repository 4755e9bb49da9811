// Words, numbers and marks, and what is none of them.
#include <gtest/gtest.h>
#include <stan/tokens.h>

namespace g2t::stan {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  for (const Token& token : tokens_of(text)) out.push_back(text.substr(token.begin, token.end - token.begin));
  return out;
}
using Words = std::vector<std::string>;

TEST(Tokens, AreWordsNumbersAndMarks) {
  EXPECT_EQ(words("x_1=a.*1.5e-3+.5;"), (Words{"x_1", "=", "a", ".", "*", "1.5e-3", "+", ".5", ";"}));
  EXPECT_EQ(words("1:N 2.*x 1e5-3"), (Words{"1", ":", "N", "2", ".", "*", "x", "1e5", "-", "3"}));
  EXPECT_EQ(words("real<lower=0>y'"), (Words{"real", "<", "lower", "=", "0", ">", "y", "'"}));
  EXPECT_EQ(words("x<-1<- 2"), (Words{"x", "<-", "1", "<-", "2"}));
  EXPECT_EQ(words(""), Words{});
}

TEST(Tokens, AreNoneInCommentsStringsAndIncludes) {
  EXPECT_EQ(words("a // b\n c /* d \n e */ f"), (Words{"a", "c", "f"}));
  EXPECT_EQ(words("print(\"a // b\", c)"), (Words{"print", "(", ",", "c", ")"}));
  EXPECT_EQ(words("#include a/b.stan c\n#include <d e> f\n #include \"g\""), (Words{"c", "f"}));
  EXPECT_EQ(words("/* no end"), Words{});
}

TEST(Tokens, KnowTheCommentsOfOldPrograms) {
  const std::string text = "a # b; \"c\n#d\n// # e\n";
  EXPECT_EQ(words(text), (Words{"a", "# b; \"c", "#d"}));
  EXPECT_EQ(tokens_of(text)[1].kind, Token::Kind::OldComment);
}

}  // namespace
}  // namespace g2t::stan
