// Cells as they are written, and words where there is no number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/study/tables.hpp>
#include <limits>

#include "study_testing.hpp"

namespace g2t {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

TEST(ResultTable, IsWrittenWithAllDigits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ResultTable table{
      "t", {"a,b", "c"}, {{std::string("x\"y"), 0.1}, {nan, -std::numeric_limits<double>::infinity()}}};
  EXPECT_EQ(to_csv(table), "\"a,b\",c\n\"x\"\"y\",0.1\n,-inf\n");
}

const DisplayTable& named(const std::vector<DisplayTable>& tables, const std::string& name) {
  for (const DisplayTable& table : tables)
    if (table.name == name) return table;
  throw InvalidArgument("named", "name", name, "there is none");
}

TEST(DisplayTables, WithoutAFixedEstimatorSayTimesThemselves) {
  const std::vector<RunRecord> runs = {record_of({"m", "natural", std::nullopt, 1}, EstimatorRole::Ours, -9, -2, -1.5)};
  const std::vector<DisplayTable> tables = display_tables(summarize(runs));
  EXPECT_THAT(named(tables, "regret-1").rows, Contains(ElementsAre("natural", "0.5 s")));
  EXPECT_THAT(named(tables, "scaled").rows, Contains(ElementsAre("natural", "-")));  // nothing to scale by
  EXPECT_TRUE(named(tables, "comparison").rows.empty());
}

TEST(DisplayTables, RunsThatEndWithTheirWarmUpHaveNoStepTime) {
  std::vector<RunRecord> runs = {record_of({"m", "rep", 0.1, 1}, EstimatorRole::Fixed, -9, -2, -1),
                                 record_of({"m", "rep", 0.1, 2}, EstimatorRole::Fixed, -9, -2, -1)};
  runs[0].step_seconds = 0;
  EXPECT_THAT(named(display_tables(summarize(runs)), "step-times").rows, Contains(ElementsAre("rep", "1")));
  runs[1].step_seconds = 0;
  EXPECT_THAT(named(display_tables(summarize(runs)), "step-times").rows, Contains(ElementsAre("rep", "-")));
}

TEST(DisplayTables, AStartWithinTheGapTakesAStep) {
  const std::vector<RunRecord> runs = {record_of({"m", "rep", 0.1, 1}, EstimatorRole::Fixed, -1.5, -1.2, -1),
                                       record_of({"m", "stl", 0.1, 1}, EstimatorRole::Fixed, -3, -2.5, -1.5)};
  std::vector<RunRecord> at_once = runs;
  for (RunRecord& run : at_once) run.trace.seconds[0] = 0;
  for (const TimeToGap& entry : summarize(at_once).gaps) {
    EXPECT_GE(entry.seconds, 1e-3);
    EXPECT_FALSE(std::isnan(entry.ratio));
  }
}

TEST(Summaries, OfRunsWithDifferentBudgetsAreRefused) {
  std::vector<RunRecord> runs = {record_of({"m", "rep", 0.1, 1}, EstimatorRole::Fixed, -9, -2, -1),
                                 record_of({"m", "rep", 0.1, 2}, EstimatorRole::Fixed, -9, -2, -1)};
  runs[1].budget_seconds = 2;
  EXPECT_THROW(summarize(runs), InvalidArgument);
  runs[1].budget_seconds = 1;
  runs[1].clock = "wall";
  EXPECT_THROW(summarize(runs), InvalidArgument);
  runs[1].key.model = "n";
  EXPECT_NO_THROW(summarize(runs));
}

}  // namespace
}  // namespace g2t
