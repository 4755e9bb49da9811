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

/// An answer of so many draws, with values of the model's own of so many; 0: it has none.
FitResult result_of(Index draws, Index values) {
  FitResult out;
  out.elbo.draws = 320;
  out.posterior.draws.setZero(draws, 1);
  out.posterior.quantities.draws = values;
  if (values > 0) out.posterior.quantities.names = {"a"};
  return out;
}

std::vector<std::pair<std::string, double>> numbers_of_cut(FitResult result) {
  warn_of_cut_answer(1000, result);
  if (result.warnings.empty()) return {};
  EXPECT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].kind, WarningKind::ReportShortOfDraws);
  return result.warnings[0].numbers;
}

TEST(Verdict, WarnsOfAnAnswerOfFewerDrawsThanPlannedWithTheirNumbers) {
  using Numbers = std::vector<std::pair<std::string, double>>;
  EXPECT_EQ(numbers_of_cut(result_of(1000, 0)), Numbers());
  EXPECT_EQ(numbers_of_cut(result_of(1024, 1024)), Numbers());
  EXPECT_EQ(numbers_of_cut(result_of(999, 0)), (Numbers{{"elbo_draws", 320}, {"answer_draws", 999}}));
  EXPECT_EQ(numbers_of_cut(result_of(1000, 57)), (Numbers{{"elbo_draws", 320}, {"answer_draws", 1000}, {"value_draws", 57}}));
  FitResult exact = result_of(999, 0);
  exact.elbo.is_exact = true;
  EXPECT_EQ(numbers_of_cut(exact), (Numbers{{"answer_draws", 999}}));
}

FitResult result_with_missing(const std::vector<Index>& missing) {
  FitResult out = result_of(1000, 1000);
  QuantitySummary& values = out.posterior.quantities;
  values.names.clear();
  for (std::size_t k = 0; k < missing.size(); ++k) values.names.emplace_back(1, static_cast<char>('a' + k));
  values.missing = missing;
  return out;
}

TEST(Verdict, NamesTheFirstOfTheMissingValues) {
  FitResult result = result_with_missing({0, 0});
  warn_of_values(result);
  EXPECT_TRUE(result.warnings.empty());
  result = result_with_missing({0, 1000, 999, 1000, 1000, 1000, 1000});  // of one draw nothing is known either
  warn_of_values(result);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].kind, WarningKind::MissingValues);
  EXPECT_EQ(result.warnings[0].number("values"), 6);
  EXPECT_EQ(result.warnings[0].names, (std::vector<std::string>{"b", "c", "d", "e", "f"}));
}

TEST(Verdict, TellsValuesThatAreMissingInSomeDrawsApart) {
  FitResult result = result_with_missing({998, 0, 1000, 3});
  warn_of_values(result);
  ASSERT_EQ(result.warnings.size(), 2u);
  EXPECT_EQ(result.warnings[0].kind, WarningKind::MissingValues);
  EXPECT_EQ(result.warnings[0].names, (std::vector<std::string>{"c"}));
  EXPECT_EQ(result.warnings[1].kind, WarningKind::IncompleteValues);
  EXPECT_EQ(result.warnings[1].names, (std::vector<std::string>{"a", "d"}));
  EXPECT_EQ(result.warnings[1].number("values"), 2);
  EXPECT_EQ(result.warnings[1].number("missing_1"), 998);
  EXPECT_EQ(result.warnings[1].number("missing_2"), 3);
}

TEST(Verdict, NamesLongTailsWhoseSdsAreNotKnown) {
  FitResult result;
  QuantitySummary& values = result.posterior.parameters;
  values.names = {"a", "b", "c", "d", "e"};
  values.parameter_count = 4;
  values.sd = Vector::Constant(5, 2);
  values.tail_shape = Vector{{0.6, 0.6, 0.4, std::nan(""), 0.6}};
  values.mcse_sd = Vector{{0.21, 0.19, 0.4, 0.4, 0.4}};
  warn_of_long_tails(result);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].kind, WarningKind::LongTails);
  EXPECT_EQ(result.warnings[0].names, (std::vector<std::string>{"a"}));
  EXPECT_EQ(result.warnings[0].number("values"), 1);
}

}  // namespace
}  // namespace g2t
