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

/// What a report of `draws` draws of 1000 says, with weights of `weights` draws; 0: none.
FitResult report_of(Index draws, Index weights) {
  FitResult out;
  out.elbo.draws = out.diagnostics.report_draws = draws;
  out.importance.draws = weights;
  return out;
}

bool warns_of_cut(FitResult result) {
  warn_of_cut_report(1000, result);
  return !result.warnings.empty();
}

TEST(Verdict, AnExactElboWithoutWeightsNeedsNoDraws) {
  FitResult result = report_of(0, 0);
  EXPECT_TRUE(warns_of_cut(result));
  result.elbo.is_exact = true;
  EXPECT_FALSE(warns_of_cut(result));
  result.importance.draws = 1;
  EXPECT_TRUE(warns_of_cut(result));
}

TEST(Verdict, WarnsOfAReportOfFewerDrawsThanPlannedWithTheirNumbers) {
  EXPECT_FALSE(warns_of_cut(report_of(1000, 0)));
  FitResult result = report_of(998, 996);
  warn_of_cut_report(1000, result);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].kind, WarningKind::ReportShortOfDraws);
  const std::vector<std::pair<std::string, double>> parts = {{"elbo_draws", 998}, {"importance_draws", 996}};
  EXPECT_EQ(result.warnings[0].numbers, parts);
}

TEST(Verdict, WarnsOfValuesOfFewerThan2000Draws) {
  FitResult result = report_of(1000, 0);
  result.constrained.draws = 1999;
  EXPECT_FALSE(warns_of_cut(result));  // there are no values
  result.constrained.names = {"a"};
  warn_of_cut_report(1000, result);
  ASSERT_EQ(result.warnings.size(), 1u);
  const std::vector<std::pair<std::string, double>> parts = {{"elbo_draws", 1000}, {"value_draws", 1999}};
  EXPECT_EQ(result.warnings[0].numbers, parts);
  result.warnings.clear();
  result.constrained.draws = 2000;
  EXPECT_FALSE(warns_of_cut(result));
}

TEST(Verdict, WeightedValuesAreOfAllWeightsOr2000Draws) {
  const auto warns = [](Index weights, Index weighted_draws) {
    FitResult result = report_of(1000, weights);
    result.importance.mean = Vector::Zero(1);
    result.constrained.names = {"a"};
    result.constrained.draws = 2000;
    result.constrained.weighted_draws = weighted_draws;
    return warns_of_cut(result);
  };
  EXPECT_FALSE(warns(1500, 1500));
  EXPECT_TRUE(warns(1500, 1499));
  EXPECT_FALSE(warns(20000, 2000));
  EXPECT_TRUE(warns(20000, 1999));
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
