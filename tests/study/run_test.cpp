// A line keeps everything, and a line that is none is refused by its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/study/run.hpp>
#include <limits>

#include "study_testing.hpp"

namespace g2t {
namespace {

RunRecord full_record() {
  RunRecord out =
      record_of({"m", "e", 1e-5, 3}, EstimatorRole::Chosen, -3, -2, -std::numeric_limits<double>::infinity());
  out.costs = Costs{{{"rep", {1e-5, 1e-6, {}}}}, {}};
  out.choices.push_back({0.5, 250, {"entropy", "prior"}, {-1, 0.25}, "", 5, 12, 1e-5, 40, 0.9e-5});
  out.is_exact = false;
  out.trace.elbo_se = Vector{{0.1, 0.2, 0.3}};
  out.iterations = 750;
  out.gradient_draws = 4000;
  out.seconds = 1;
  out.selection_seconds = 0.125;
  out.wall_seconds = 2;
  out.cpu_seconds = 1.5;
  return out;
}

TEST(RunLine, ReadsBackAsItWas) {
  const RunRecord before = full_record();
  const std::string line = to_line(before);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const RunRecord after = parse_run(line, "runs.jsonl", 1);
  EXPECT_EQ(to_line(after), line);
  EXPECT_EQ(after.key, before.key);
  EXPECT_EQ(after.role, EstimatorRole::Chosen);
  EXPECT_EQ(after.choices.front().control_variates, before.choices.front().control_variates);
  EXPECT_EQ(after.choices.front().weights, before.choices.front().weights);
  EXPECT_EQ(after.choices.front().base_squared_norm, 40);
  EXPECT_EQ(after.trace.elbo_se, before.trace.elbo_se);
  EXPECT_EQ(after.selection_seconds, 0.125);
  EXPECT_TRUE(std::isnan(after.trace.elbo[2]));  // what is not finite is null
}

TEST(RunLine, WithoutAStepSizeOrCosts) {
  RunRecord before = full_record();
  before.key.step_size.reset();
  before.costs.reset();
  const RunRecord after = parse_run(to_line(before), "runs.jsonl", 1);
  EXPECT_FALSE(after.key.step_size);
  EXPECT_FALSE(after.costs);
}

TEST(RunLine, HasErrorsOfElbosThatAreEstimated) {
  RunRecord record = full_record();
  record.trace.elbo_se.resize(0);
  EXPECT_THROW(static_cast<void>(parse_run(to_line(record), "runs.jsonl", 1)), InputError);
  record.is_exact = true;
  EXPECT_EQ(parse_run(to_line(record), "runs.jsonl", 1).trace.elbo_se.size(), 0);
}

TEST(RunLine, ThatIsNoneIsNamedByItsPlace) {
  std::string line = to_line(full_record());
  const auto complaint = [](const std::string& text) {
    try {
      static_cast<void>(parse_run(text, "runs.jsonl", 7));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(complaint(line.substr(0, line.size() / 2)), ::testing::HasSubstr("runs.jsonl, line 7"));
  EXPECT_THAT(complaint("{}"), ::testing::HasSubstr("model"));
  line.replace(line.find("\"chosen\""), 8, "\"choosy\"");
  EXPECT_THAT(complaint(line), ::testing::HasSubstr("choosy"));
}

}  // namespace
}  // namespace g2t
