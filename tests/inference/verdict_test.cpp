// What the verdicts of both kinds of run share: which ELBOs differ, and what warnings name.
#include <gtest/gtest.h>
#include <inference/verdict.h>

#include <cmath>
#include <limits>

namespace g2t {
namespace {

Elbo elbo_of(double value, double standard_error) {
  Elbo out;
  out.value = value;
  out.standard_error = standard_error;
  return out;
}

TEST(Verdict, OneElboIsClearlyAboveAnotherByANatBeyondFiveErrorsOfTheDifference) {
  EXPECT_TRUE(is_clearly_above(elbo_of(1.01, 0), elbo_of(0, 0)));
  EXPECT_FALSE(is_clearly_above(elbo_of(0.99, 0), elbo_of(0, 0)));
  // Errors 3 and 4 are 5 together.
  EXPECT_TRUE(is_clearly_above(elbo_of(26.01, 3), elbo_of(0, 4)));
  EXPECT_FALSE(is_clearly_above(elbo_of(25.99, 4), elbo_of(0, 3)));
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(is_clearly_above(elbo_of(0, 0), elbo_of(nan, nan)));
  EXPECT_FALSE(is_clearly_above(elbo_of(nan, nan), elbo_of(nan, nan)));
  EXPECT_FALSE(is_clearly_above(elbo_of(nan, 0), elbo_of(0, 0)));
  EXPECT_TRUE(is_clearly_above(elbo_of(0, 0), elbo_of(-infinity, 0)));
}

TEST(Verdict, WarnsOfFailedDrawsWithTheirNumberAndReasons) {
  FitResult result;
  result.gradient_draws = 100;
  warn_of_failed_draws(result);
  EXPECT_TRUE(result.warnings.empty());
  result.diagnostics.failed_draws = 3;
  result.diagnostics.failures = {{"log of a negative number", 3}};
  warn_of_failed_draws(result);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].kind, WarningKind::FailedDraws);
  EXPECT_EQ(result.warnings[0].number("failed_draws"), 3);
  EXPECT_EQ(result.warnings[0].number("draws"), 100);
  EXPECT_EQ(result.warnings[0].failures.size(), 1u);
}

TEST(Verdict, NamesTheFirstOfTheMissingValues) {
  FitResult result;
  result.constrained.names = {"a", "b", "c", "d", "e", "f", "g"};
  result.constrained.mean = Vector::Zero(7);
  warn_of_missing_values(result);
  EXPECT_TRUE(result.warnings.empty());
  result.constrained.mean.tail(6).setConstant(std::nan(""));
  warn_of_missing_values(result);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].kind, WarningKind::MissingValues);
  EXPECT_EQ(result.warnings[0].number("values"), 6);
  EXPECT_EQ(result.warnings[0].names, (std::vector<std::string>{"b", "c", "d", "e", "f"}));
}

}  // namespace
}  // namespace g2t
