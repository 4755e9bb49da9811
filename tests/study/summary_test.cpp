// Small studies whose every number is known by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/study/summary.hpp>
#include <g2t/study/tables.hpp>
#include <limits>

#include "study_testing.hpp"

namespace g2t {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Two step sizes: the larger one diverges for "b". "auto" is half as fast as "a".
std::vector<RunRecord> small_study() {
  std::vector<RunRecord> out;
  for (const Index repetition : {1, 2}) {
    const double shift = repetition == 1 ? 0 : 0.5;
    out.push_back(record_of({"m", "a", 0.1, repetition}, EstimatorRole::Fixed, -100, -20, -10 + shift));
    out.push_back(record_of({"m", "a", 0.2, repetition}, EstimatorRole::Fixed, -100, -30, -12));
    out.push_back(record_of({"m", "b", 0.1, repetition}, EstimatorRole::Fixed, -100, -60, -50));
    out.push_back(record_of({"m", "b", 0.2, repetition}, EstimatorRole::Fixed, -100, -60, -1e30));
    out.push_back(record_of({"m", "auto", 0.1, repetition}, EstimatorRole::Chosen, -100, -100, -5));
    out.push_back(record_of({"m", "own", std::nullopt, repetition}, EstimatorRole::Ours, -100, -4, -4));
  }
  return out;
}

template <class Result>
Result of(const std::vector<Result>& results, const std::string& estimator) {
  for (const Result& result : results)
    if (result.estimator == estimator) return result;
  ADD_FAILURE() << estimator;
  return {};
}

TEST(StudySummary, FinalElbosAreOfTheBestStepSize) {
  const StudySummary summary = summarize(small_study());
  const FinalElbo a = of(summary.finals, "a"), b = of(summary.finals, "b");
  EXPECT_EQ(a.step_size, 0.1);
  EXPECT_DOUBLE_EQ(a.mean, -9.75);
  EXPECT_DOUBLE_EQ(a.sd, 0.5 / std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(a.low, -9.95);
  EXPECT_DOUBLE_EQ(a.below_best, 5.75);  // nats that "own" ended higher
  EXPECT_EQ(b.step_size, 0.1);           // with the other it ends lower than it began
  EXPECT_EQ(b.scaled, 0);
  EXPECT_EQ(of(summary.finals, "auto").scaled, 1);  // the highest of what the paper has
  EXPECT_DOUBLE_EQ(a.scaled, (-9.75 + 50) / (-5 + 50));
  EXPECT_GT(of(summary.finals, "own").scaled, 1);
}

TEST(StudySummary, TimesToAGapAreOfTheBestFixedEstimator) {
  const StudySummary summary = summarize(small_study());
  const TimeToGap a = of(summary.gaps, "a"), b = of(summary.gaps, "b"), chosen = of(summary.gaps, "auto");
  EXPECT_EQ(a.gap, 1);  // the first is the headline
  EXPECT_DOUBLE_EQ(a.target, -10.75);
  const double first = 0.5 * std::pow(2.0, 9.25 / 10), second = 0.5 * std::pow(2.0, 9.25 / 10.5);
  EXPECT_NEAR(a.seconds, (first + second) / 2, 1e-12);
  EXPECT_EQ(a.ratio, 1);
  EXPECT_EQ(b.seconds, kInfinity);
  EXPECT_EQ(b.reached, 0);
  EXPECT_NEAR(chosen.seconds, 0.5 * std::pow(2.0, 89.25 / 95), 1e-12);
  EXPECT_NEAR(chosen.ratio, chosen.seconds / a.seconds, 1e-12);
}

TEST(StudySummary, CurvesAreStraightBetweenRows) {
  const StudySummary summary = summarize(small_study());
  const Curve curve = of(summary.curves, "a");
  EXPECT_TRUE(curve.is_best);
  EXPECT_EQ(curve.runs, 2);
  const Index last = curve.seconds.size() - 1;
  EXPECT_DOUBLE_EQ(curve.seconds[last], 1);
  EXPECT_DOUBLE_EQ(curve.mean[last], -9.75);
  EXPECT_EQ(curve.mean[0], -kInfinity);  // before the first row
  const RunTrace trace = small_study().front().trace;
  EXPECT_DOUBLE_EQ(elbo_at(trace, 0.75), -15);
  EXPECT_DOUBLE_EQ(elbo_at(trace, 0.25), -100);
  EXPECT_EQ(elbo_at(trace, 0.1), -kInfinity);
  EXPECT_DOUBLE_EQ(elbo_at(trace, 7), -10);
}

TEST(StudySummary, DivergedRunsNeverCount) {
  RunRecord run = small_study().front();
  run.trace.elbo[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(elbo_at(run.trace, 0.75), -kInfinity);
  EXPECT_FALSE(has_diverged(run));
  EXPECT_EQ(time_to_elbo(run.trace, -10), 1);  // no line from what is not finite
  run.trace.elbo[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(has_diverged(run));
  const StudySummary summary = summarize({run});
  EXPECT_EQ(summary.finals.front().mean, -kInfinity);
  EXPECT_THAT(display_tables(summary)[2].rows.front().back(), "diverged");
  EXPECT_THAT(to_csv(result_tables(summary)[0]), ::testing::HasSubstr("-inf"));
}

TEST(StudySummary, PopularChoices) {
  std::vector<RunRecord> runs;
  for (const Index repetition : {1, 2, 3}) {
    RunRecord run = record_of({"m", "auto", 0.1, repetition}, EstimatorRole::Chosen, -3, -2, -1);
    run.choices.push_back({0.1, 0, {"entropy"}, {-1}, "", 5, 1, 1, 2, 1});
    run.choices.push_back({0.5,
                           9,
                           repetition == 1 ? std::vector<std::string>{"prior"} : std::vector<std::string>{},
                           {},
                           "",
                           5,
                           1,
                           1,
                           2,
                           1});
    runs.push_back(run);
  }
  const std::vector<PopularChoice> choices = summarize(runs).choices;
  ASSERT_EQ(choices.size(), 2u);
  EXPECT_EQ(choices[0].choice, "{entropy}");
  EXPECT_EQ(choices[0].count, 3);
  EXPECT_EQ(choices[1].choice, "{}");
  EXPECT_EQ(choices[1].count, 2);
  EXPECT_EQ(choices[1].fraction, 0.5);
}

TEST(StudySummary, TheComparisonCountsModels) {
  std::vector<RunRecord> runs = small_study();
  for (RunRecord run : small_study()) {  // another model, in which "b" is as good as "a"
    run.key.model = "n";
    if (run.key.estimator == "b") run.trace.elbo = Vector{{-100.0, -20.0, -10.0}};
    runs.push_back(run);
  }
  const DisplayTable table = display_tables(summarize(runs)).front();
  EXPECT_THAT(table.rows,
              ::testing::Contains(::testing::ElementsAre("a", "2 of 2", ::testing::EndsWith("times on m"))));
  EXPECT_THAT(table.rows, ::testing::Contains(::testing::ElementsAre("b", "1 of 2", "never there on m")));
}

TEST(StudySummary, NeedsARun) { EXPECT_THROW(summarize({}), InvalidArgument); }

}  // namespace
}  // namespace g2t
