#include <g2t/inference/result.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

TEST(FitStatus, HasTheNamesThatScriptsRelyOn) {
  EXPECT_EQ(status_name(FitStatus::Converged), "converged");
  EXPECT_EQ(status_name(FitStatus::BudgetSpent), "budget_spent");
  EXPECT_EQ(status_name(FitStatus::NotConverged), "not_converged");
  EXPECT_EQ(status_name(FitStatus::NotTrusted), "not_trusted");
  EXPECT_EQ(status_name(FitStatus::Interrupted), "interrupted");
}

TEST(FitSeconds, CountReadingAsWaited) {
  FitSeconds seconds;
  seconds.wall = seconds.waited = 2;
  seconds.add_reading(0.5);
  EXPECT_EQ(seconds.reading, 0.5);
  EXPECT_EQ(seconds.waited, 2.5);
  EXPECT_EQ(seconds.wall, 2);
}

TEST(FitSeconds, KnowNoWallClockUnderACostModel) {
  FitSeconds seconds;
  seconds.add_reading(0.5);
  EXPECT_TRUE(std::isnan(seconds.reading));
  EXPECT_TRUE(std::isnan(seconds.waited));
}

}  // namespace
}  // namespace g2t
