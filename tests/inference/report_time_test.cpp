// What follows the steps keeps to the budget, ends soon after a signal, and is repeatable under a cost table.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/inference/fit.hpp>

#include "slow_model.hpp"
#include "support/target_fits.hpp"

namespace g2t {
namespace {

constexpr double kBudget = 1, kAllowed = 2;  // seconds of work beyond

using testing::SlowModel;
using testing::wall_seconds;

FitOptions timed_options(Coordinates coordinates) {
  FitOptions options = coordinates == Coordinates::Plain ? plain_fit_options() : FitOptions{};
  options.coordinates = coordinates;
  options.time_budget = kBudget;
  if (coordinates == Coordinates::Natural) options.tolerance = 0.1;
  return options;
}

FitResult fit_within_budget(SlowModel& model, const FitOptions& options) {
  model.end = wall_seconds() + kBudget;
  const FitResult result = fit(model, options);
  EXPECT_LT(model.work_after_end(), kAllowed);
  EXPECT_NE(result.status, FitStatus::Interrupted);
  EXPECT_TRUE(std::isfinite(result.elbo.value));
  EXPECT_TRUE(result.posterior.quantities.mean.allFinite());
  EXPECT_TRUE(result.posterior.quantities.sd.allFinite());
  EXPECT_GE(result.posterior.quantities.draws, 8);
  return result;
}

// Those of the warning that the report is of fewer draws than planned; NaN: there is none.
double warned_draws(const FitResult& result, const char* name) {
  for (const FitWarning& warning : result.warnings)
    if (warning.kind == WarningKind::ReportShortOfDraws) return warning.number(name);
  return std::nan("");
}

TEST(ReportTime, SlowQuantitiesAreOfAsManyDrawsAsThereIsTimeFor) {
  for (const Coordinates coordinates : {Coordinates::Natural, Coordinates::Plain}) {
    SlowModel model;
    model.quantity_seconds = 5e-3;
    const FitResult result = fit_within_budget(model, timed_options(coordinates));
    EXPECT_LT(result.posterior.quantities.draws, 2000);
    EXPECT_GE(result.posterior.draw_count(), 2000);
    EXPECT_EQ(warned_draws(result, "value_draws"), result.posterior.quantities.draws);
    EXPECT_EQ(warned_draws(result, "answer_draws"), result.posterior.draw_count());
  }
}

TEST(ReportTime, SlowDensitiesAreOfWholePairs) {
  SlowModel model;
  model.density_seconds = 2e-3;
  const FitResult natural = fit_within_budget(model, timed_options(Coordinates::Natural));
  EXPECT_LT(natural.diagnostics.report_draws, kReportDraws);
  EXPECT_EQ(natural.diagnostics.report_draws % 16, 0);
  EXPECT_EQ(natural.importance.draws, natural.diagnostics.report_draws);
  EXPECT_EQ(natural.elbo.draws, natural.diagnostics.report_draws);
  const FitResult plain = fit_within_budget(model, timed_options(Coordinates::Plain));
  EXPECT_LT(plain.diagnostics.report_draws, kReportDraws);
  EXPECT_LT(plain.elbo.draws, 1000);
  EXPECT_GE(plain.posterior.draw_count(), 2000);  // which q has without a density
}

TEST(ReportTime, SlowGradientsLeaveTimeForTheTest) {
  SlowModel model;
  model.gradient_seconds = model.density_seconds = 1e-3;
  const FitResult natural = fit_within_budget(model, timed_options(Coordinates::Natural));
  EXPECT_TRUE(std::isfinite(natural.gap.value));
  fit_within_budget(model, timed_options(Coordinates::Plain));
}

TEST(ReportTime, AWholeReportIsNoReasonForAWarning) {
  SlowModel model;
  for (const Coordinates coordinates : {Coordinates::Natural, Coordinates::Plain}) {
    FitOptions options = timed_options(coordinates);
    options.time_budget = 60;
    options.iterations = 300;
    const FitResult result = fit(model, options);
    EXPECT_EQ(result.posterior.quantities.draws, result.posterior.draw_count());
    EXPECT_TRUE(std::isnan(warned_draws(result, "answer_draws")));
  }
}

TEST(ReportTime, EndsSoonAfterARequestToStop) {
  for (const Coordinates coordinates : {Coordinates::Natural, Coordinates::Plain})
    for (const bool are_quantities_slow : {false, true}) {
      SlowModel model;
      (are_quantities_slow ? model.quantity_seconds : model.density_seconds) = 5e-3;
      FitOptions options = timed_options(coordinates);
      options.time_budget.reset();
      options.iterations = coordinates == Coordinates::Plain ? 1000 : 100000;
      const double end = model.end = wall_seconds() + 1;
      FitHooks hooks;
      hooks.should_stop = [end] { return wall_seconds() > end; };
      const FitResult result = fit(model, options, hooks);
      EXPECT_GT(wall_seconds(), end);
      EXPECT_LT(model.work_after_end(), kAllowed);
      EXPECT_EQ(result.status, FitStatus::Interrupted);
      EXPECT_TRUE(std::isnan(warned_draws(result, "answer_draws")));  // the status says it
      EXPECT_TRUE(std::isfinite(result.elbo.value));
      EXPECT_TRUE(result.posterior.quantities.mean.allFinite());
    }
}

// A pause of the machine changes nothing.
TEST(ReportTime, ACostTableMakesTheAnswerRepeatable) {
  for (const AnswerWay way : {AnswerWay::Weighted, AnswerWay::Auto}) {
    SlowModel model;
    FitOptions options = timed_options(Coordinates::Natural);
    options.answer = way;
    options.weight_draws = 6000;
    options.costs = testing::plain_costs(model, Structure::Dense);
    const FitResult quick = fit(model, options);
    model.pause_at = model.densities - 1000;
    model.pause_seconds = 2.1;
    model.densities = 0;
    const FitResult slow = fit(model, options);
    EXPECT_EQ(slow.posterior.way, quick.posterior.way);
    EXPECT_EQ(slow.posterior.draws, quick.posterior.draws);
    EXPECT_EQ(slow.posterior.quantities.mean, quick.posterior.quantities.mean);
    EXPECT_EQ(slow.importance.khat, quick.importance.khat);
    EXPECT_EQ(slow.gradient_draws, quick.gradient_draws);
    EXPECT_EQ(slow.elbo.value, quick.elbo.value);
  }
}

}  // namespace
}  // namespace g2t
