// What people read: messages, a line of progress, tables.
#include <gtest/gtest.h>

#include <g2t/core/invalid_setting.hpp>
#include <g2t/program/text/message.hpp>
#include <g2t/program/text/progress_text.hpp>
#include <g2t/program/text/text_table.hpp>
#include <g2t/program/text/values_table.hpp>

#include <cmath>

namespace g2t {
namespace {

TEST(MessageOf, LeavesOutFunctionsAndNamesOptions) {
  EXPECT_EQ(g2t::message_of(InvalidArgument("options", "--seed", "'x'", "a number is needed")), "--seed = 'x': a number is needed");
  EXPECT_EQ(g2t::message_of(InvalidSetting("time_budget", "-1", "must be positive, or {iterations} given")),
            "--time-budget = '-1': must be positive, or --iterations given");
  EXPECT_EQ(g2t::message_of(InputError({"data.csv", 3, 1}, "bad\nrow")), "data.csv:3:1: bad row");
}

TEST(ProgressText, SaysWhatIsKnown) {
  FitProgress progress;
  progress.elapsed_seconds = 1.25;
  progress.iteration = 40;
  progress.gradient_draws = 320;
  progress.elbo = -12.345;
  progress.recipe = "rep";
  progress.step_size = 0.01;
  EXPECT_EQ(progress_text(progress), "     1.2 s   40 steps   ELBO -12.35   rep   step size 1.0e-02");
  progress.nats_to_go = 0.5;
  EXPECT_EQ(progress_text(progress), "     1.2 s   320 draws   ELBO -12.35   about 0.5 nats to go   rep");
  progress.phase = "chains";
  progress.evaluations = 1;
  EXPECT_EQ(progress_text(progress), "     1.2 s   chains: 1 evaluation");
}

TEST(TextTable, AlignsItsColumns) {
  TextTable table({"", "mean"});
  table.add({"mu", "1.5"});
  table.add({"log_sigma", "-10"});
  EXPECT_EQ(table.text("  "), "             mean\n  mu          1.5\n  log_sigma   -10\n");
}

TEST(ValueText, HasTheDigitsThatTheSdLeaves) {
  EXPECT_EQ(value_text(1.23456, 1), "1.235");
  EXPECT_EQ(value_text(123456.789, 0.01), "123456.789");
  EXPECT_EQ(value_text(std::nan(""), 1), "-");
}

TEST(ValuesTable, ShowsParametersAndCountsTheRest) {
  QuantitySummary values;
  values.names = {"a", "b", "c"};
  values.parameter_count = 1;
  for (Vector* column : {&values.mean, &values.sd, &values.q5, &values.median, &values.q95, &values.mcse_mean, &values.ess})
    *column = Vector::Ones(3);
  values.ess[0] = std::nan("");
  EXPECT_EQ(values_table(values, " (elsewhere)"),
            "     mean  sd  5 %  50 %  95 %  MCSE  ESS\n"
            "  a     1   1    1     1     1     1    -\n"
            "  and 2 more (elsewhere)\n");
  EXPECT_EQ(and_more(0, ""), "");
}

}  // namespace
}  // namespace g2t
