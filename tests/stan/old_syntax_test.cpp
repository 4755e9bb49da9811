// Old statements and functions beside present ones; programs in present syntax stay as they are, to the byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stan/old_syntax.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <utility>

#include "stan_testing.hpp"

namespace g2t::stan {
namespace {

using ::testing::ElementsAre;

std::string rewritten(const std::string& text, std::vector<std::string>& found) {
  EditedText out(text);
  ProgramNames names;
  add_names(text, names);
  rewrite_old_syntax(out, names, found);
  return out.text();
}
std::string rewritten(const std::string& text) {
  std::vector<std::string> found;
  return rewritten(text, found);
}

class OldSyntax : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(OldSyntax, IsWrittenAnew) {
  const auto& [old, now] = GetParam();
  EXPECT_EQ(rewritten(old), now);
  EXPECT_EQ(rewritten(now), now);
}

INSTANTIATE_TEST_SUITE_P(
    All, OldSyntax,
    ::testing::Values(
        std::pair("model { x <- 1; y[2][i]<-a<-b; }", "model { x = 1; y[2][i]=a<-b; }"),
        std::pair("for (i in 1:N) m[i,1] <- 2; if (a) b <- 1; else c<--1;", "for (i in 1:N) m[i,1] = 2; if (a) b = 1; else c=-1;"),
        std::pair("a <- 1; # of b\nb <- 2; // # c\n", "a = 1; // of b\nb = 2; // # c\n"),
        std::pair("increment_log_prob(-x);", "target += (-x);"), std::pair("x = get_lp();", "x = target();"),
        std::pair("x = if_else(a > b, f(a, b), c[1, 2]);", "x = ((a > b) ? ( f(a, b)) : ( c[1, 2]));"),
        std::pair("x = if_else(a, if_else(b, 1, 2), 3);", "x = ((a) ? ( ((b) ? ( 1) : ( 2))) : ( 3));"),
        std::pair("target += normal_log(f(y, 1), mu, 1);", "target += normal_lpdf(f(y, 1) | mu, 1);"),
        std::pair("target += poisson_log(y, m) + poisson_log_log(y, m);", "target += poisson_lpmf(y | m) + poisson_log_lpmf(y | m);"),
        std::pair("target += normal_ccdf_log(y, 0, 1);", "target += normal_lccdf(y | 0, 1);"),
        std::pair("p = normal_cdf(y, 0, 1);", "p = normal_cdf(y | 0, 1);"),
        std::pair("x = multiply_log(a, b) + fabs(c);", "x = lmultiply(a, b) + abs(c);"),
        std::pair("K = cov_exp_quad(x, a, l);", "K = gp_exp_quad_cov(x, a, l);"),
        std::pair("real s[if_else(a, 1, 2)];", "array[((a) ? ( 1) : ( 2))] real s;"),
        std::pair("real hat_log(real y, real w) { return -w * y; } m ~ hat(2); x = hat_log(y, 1);",
                  "real hat_lpdf(real y, real w) { return -w * y; } m ~ hat(2); x = hat_lpdf(y | 1);"),
        std::pair("real hat_log(int[] y, real w); y ~ hat(2);", "real hat_lpmf(array[] int y, real w); y ~ hat(2);")));

TEST(PresentSyntax, StaysAsItIs) {
  for (const std::string text :
       {"model { if (a<-1) target += 1; }", "array[2] int k = {a<-b, c<-1};", "array[1, 1] int k = {{a<-b}};", "f({a<-b});",
        "y ~ poisson_log(eta);", "target += poisson_log_lpmf(y | eta);", "real fabs(real x) { return x; } y = fabs(1);",
        "real if_else(int a, real b, real c) { return b; } y = if_else(1, 2, 3);", "real my_log(real x) { return x; } y = my_log(2);",
        "p = normal_cdf(y | 0, 1);", "y ~ normal(0, 1) T[0, ];", "x = a' * b;", "real normal_log;", "x = normal_log + 1;",
        "print(\"x <- 1; # no\", normal_id);", "// x <- 1; fabs(2)\n", "#include fabs(x).stan\n", "x = y ? a : b;", "x[1] += 2;"})
    EXPECT_EQ(rewritten(text), text);
}

TEST(PresentSyntax, StaysAsItIsInAllProgramsAtHand) {
  int count = 0;
  const std::filesystem::path root = G2T_SOURCE_DIR;
  for (const char* const folder : {"examples/stan", "bench/study", "tests/cli/stan"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".stan") continue;
      const std::string text = testing::text_at(entry.path());
      EXPECT_EQ(rewritten(text), text) << entry.path();
      ++count;
    }
  }
  EXPECT_GE(count, 40);
}

// Whatever tokens follow one another, lines keep their numbers, and what is found is what is changed.
TEST(OldSyntaxOfAnyTokens, KeepsItsLines) {
  const std::vector<std::string> parts = {
      "real", "int", "vector", "[", "]", "[N]", "[,]", "<", ">", "<lower=0>", "x", "y", ";", "=", "<-", "(", ")", "{", "}", ",",
      "array", "\n", " ", "// c\n", "# d\n", "\"s\"", "if_else", "fabs", "normal_log", "~", "else", "1", "1e-3", "increment_log_prob",
      "hat_log", "#include <q>", "/* \n */", "|", "normal_cdf"};
  std::mt19937 random(1);
  for (int run = 0; run < 20000; ++run) {
    std::string text;
    for (int k = 0; k < 25; ++k) text += parts[random() % parts.size()] + (random() % 2 == 0 ? " " : "");
    const std::string once = rewritten(text);
    ASSERT_EQ(std::count(once.begin(), once.end(), '\n'), std::count(text.begin(), text.end(), '\n')) << text;
    std::vector<std::string> found;
    const bool is_same = rewritten(text, found) == text;
    ASSERT_EQ(is_same, found.empty()) << text;
  }
}

TEST(OldSyntaxOfAnyTokens, MayEndOrBeginAnywhere) {
  const std::string text =
      "functions { real[] f(real[,] x, data int[] k) { real y[2 * k[1],\n 3]; y[1] <- if_else(a < b, fabs(x[1, 1]), 2); # end\n"
      "return y; } real hat_log(int y, real w) { return -w; } }\ndata { vector<lower=(a > 1 ? 2 : 3)>[K] z[N]; }\n"
      "model { y ~ hat(2); increment_log_prob(normal_ccdf_log(z, 0, 1) + normal_cdf(z, 0, 1)); } /* \" */ #include <a\n\"s";
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const std::string& part : {text.substr(0, at), text.substr(at)}) {
      const std::string now = rewritten(part);
      ASSERT_EQ(std::count(now.begin(), now.end(), '\n'), std::count(part.begin(), part.end(), '\n')) << part;
    }
  }
}

TEST(OldSyntaxOfAnyTokens, IsNamed) {
  std::vector<std::string> found;
  rewritten("real x[2]; x[1] <- fabs(1); x[2] <- normal_cdf(1, 0, 1); # end\n", found);
  EXPECT_THAT(found, ElementsAre("arrays", "# comments", "<-", "fabs", "commas of normal_cdf"));
}

}  // namespace
}  // namespace g2t::stan
