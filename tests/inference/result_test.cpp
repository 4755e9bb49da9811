#include <g2t/inference/result.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(FitStatus, HasTheNamesThatScriptsRelyOn) {
  EXPECT_EQ(status_name(FitStatus::Converged), "converged");
  EXPECT_EQ(status_name(FitStatus::BudgetSpent), "budget_spent");
  EXPECT_EQ(status_name(FitStatus::NotConverged), "not_converged");
  EXPECT_EQ(status_name(FitStatus::NotTrusted), "not_trusted");
  EXPECT_EQ(status_name(FitStatus::Interrupted), "interrupted");
}

}  // namespace
}  // namespace g2t
