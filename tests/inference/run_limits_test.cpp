// Whose clock limits what, and how much is left for what follows the steps.
#include <gtest/gtest.h>
#include <inference/run_limits.h>

#include <limits>

#include "slow_model.hpp"

namespace g2t {
namespace {

FitPlan limited_plan(std::optional<double> budget) {
  FitPlan plan;
  plan.options.time_budget = budget;
  return plan;
}

TEST(RunLimits, TheWallLimitsAllThatARunDoes) {
  const FitPlan plan = limited_plan(0.05), long_plan = limited_plan(1000);
  const std::unique_ptr<Clock> clock = make_wall_clock();
  const RunLimits limits(plan, {}, *clock), long_limits(long_plan, {}, *clock);
  EXPECT_TRUE(limits.is_timed());
  EXPECT_TRUE(long_limits.allow_a_step(0));
  EXPECT_FALSE(long_limits.allow_a_step(100));
  const ClockPause pause(*clock);  // as for a trace
  testing::sleep_seconds(0.06);
  EXPECT_FALSE(limits.allow_a_step(0));
  EXPECT_TRUE(limits.deadline(0, 0)(8));
  EXPECT_FALSE(limits.deadline(0, 1000)(8));
  EXPECT_TRUE(limits.deadline(2000, 1000)(8));
}

TEST(RunLimits, QuantitiesTakeHalfOfWhatIsLeftAtMost) {
  const std::unique_ptr<Clock> clock = make_wall_clock();
  const FitPlan plan = limited_plan(1000), late = limited_plan(-1), free = limited_plan({});
  const RunLimits limits(plan, {}, *clock);
  EXPECT_DOUBLE_EQ(limits.for_summary(4), 26);  // with room, and two hundredths of the budget
  EXPECT_NEAR(limits.for_summary(1e6), 500, 5);
  EXPECT_EQ(RunLimits(late, {}, *clock).for_summary(3), 0);
  EXPECT_EQ(RunLimits(free, {}, *clock).for_summary(4), 6);
  EXPECT_NEAR(limits.quantity_deadline().seconds_left(), 1000, 10);
}

TEST(RunLimits, ACostTableLimitsStepsAlone) {
  FitPlan plan = limited_plan(0.01);
  plan.costs = Costs{};
  const std::unique_ptr<Clock> clock = make_cost_model_clock();
  RunLimits limits(plan, {}, *clock);
  limits.reserve(1, 1);
  testing::sleep_seconds(0.02);
  EXPECT_EQ(limits.step_limit(), 0.01);  // nothing is left for a report that takes no time by the table
  EXPECT_TRUE(limits.allow_a_step(0));
  clock->charge(0.02);
  EXPECT_FALSE(limits.allow_a_step(0));
  EXPECT_FALSE(limits.deadline(0, 0)(1'000'000));
  EXPECT_FALSE(limits.deadline_within(-1, 0, 0)(1'000'000));
}

TEST(RunLimits, AComparisonLimitsStepsByItsOwnClock) {
  const FitPlan plan = limited_plan(1000);
  const std::unique_ptr<Clock> clock = make_wall_clock();
  FitHooks hooks;
  hooks.is_report_extra = true;
  RunLimits limits(plan, hooks, *clock);
  limits.reserve(1, 1);
  EXPECT_EQ(limits.step_limit(), 1000);
  const ClockPause pause(*clock);
  const double before = limits.seconds();
  testing::sleep_seconds(0.01);
  EXPECT_EQ(limits.seconds(), before);
  EXPECT_EQ(limits.deadline(0, 0).seconds_left(), std::numeric_limits<double>::infinity());
}

TEST(RunLimits, LeavesATenthAtMost) {
  FitPlan plan = limited_plan(100);
  plan.options.answer = AnswerWay::Gaussian;
  const std::unique_ptr<Clock> clock = make_wall_clock();
  RunLimits limits(plan, {}, *clock);
  limits.reserve(1, 2);
  EXPECT_DOUBLE_EQ(limits.step_limit(), 97);
  EXPECT_DOUBLE_EQ(limits.report_reserve(), 2);
  limits.reserve(30, 10);
  EXPECT_DOUBLE_EQ(limits.step_limit(), 90);
  EXPECT_DOUBLE_EQ(limits.report_reserve(), 2.5);
}

TEST(RunLimits, LeavesHalfAtMostForAnAnswerThatIsMoreThanQ) {
  const FitPlan plan = limited_plan(100);
  const std::unique_ptr<Clock> clock = make_wall_clock();
  RunLimits limits(plan, {}, *clock);
  limits.reserve(10, 30);
  EXPECT_DOUBLE_EQ(limits.step_limit(), 60);
  limits.reserve(30, 90);
  EXPECT_DOUBLE_EQ(limits.step_limit(), 50);
  EXPECT_DOUBLE_EQ(limits.report_reserve(), 37.5);
}

TEST(RunLimits, StepsAloneHaveNoDeadline) {
  const FitPlan plan = limited_plan({});
  const std::unique_ptr<Clock> clock = make_wall_clock();
  bool is_asked = false;
  FitHooks hooks;
  hooks.should_stop = [&] { return is_asked; };
  const RunLimits limits(plan, hooks, *clock);
  EXPECT_FALSE(limits.is_timed());
  EXPECT_FALSE(limits.deadline(1000, 0)(1'000'000));
  EXPECT_LE(limits.deadline_within(1, 0, 0).seconds_left(), 1);
  is_asked = true;
  EXPECT_TRUE(limits.is_interrupted());
  EXPECT_FALSE(limits.allow_a_step(0));
  testing::sleep_seconds(0.01);
  EXPECT_TRUE(limits.deadline(0, 0)(8));
}

}  // namespace
}  // namespace g2t
