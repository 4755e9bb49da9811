// Every guarantee with every estimator, and their numbers by hand.
#include <g2t/core/errors.hpp>
#include <g2t/program/files/guarantee_table.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

TEST(GuaranteeTable, HasEveryEstimatorInEveryRow) {
  ObjectiveConstants constants;
  constants.distance = 3;
  constants.convexity = 2;
  const std::vector<Candidate> estimators = {{"cheap", 40, 1e-3}, {"calm", 10, 2e-3}};
  const std::vector<GuaranteeRow> rows = guarantee_table(constants, estimators, 0.5);
  ASSERT_EQ(rows.size(), guarantees(constants).size());
  for (const GuaranteeRow& row : rows) {
    ASSERT_EQ(row.runs.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      const GuaranteedRun& run = row.runs[i];
      EXPECT_EQ(run.estimator.name, estimators[i].name);
      EXPECT_DOUBLE_EQ(run.seconds, run.steps * estimators[i].seconds);
      EXPECT_LE(run.bound, 0.5);
      EXPECT_GT(row.guarantee.bound(estimators[i].mean_square, run.steps - 1), 0.5);  // and not a step earlier
      EXPECT_EQ(std::isnan(run.step_size), row.guarantee.step_scale == 0);
    }
    EXPECT_GT(row.runs[0].seconds, row.runs[1].seconds);  // by their products, whatever the guarantee
  }
}

TEST(GuaranteeTable, RefusesATargetThatIsNone) {
  ObjectiveConstants constants;
  constants.distance = 1;
  EXPECT_THROW(guarantee_table(constants, {{"", 1, 1}}, 0), InvalidArgument);
  EXPECT_THROW(guarantee_table(constants, {{"", 1, 1}}, std::nan("")), InvalidArgument);
}

}  // namespace
}  // namespace g2t
