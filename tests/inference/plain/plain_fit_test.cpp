// Runs in plain coordinates: what they find, when they select, what they count, where their time goes.
#include <g2t/inference/fit.hpp>

#include <g2t/control_variates/control_variates.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/estimators.hpp>
#include <support/plain_fits.hpp>

namespace g2t {
namespace {

using testing::quick;
using testing::with_costs;

TEST(PlainFit, FindsAGaussianPosterior) {
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(quick()));
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_TRUE(result.elbo.is_exact);
  EXPECT_NEAR(result.elbo.value, 0, 1e-3);  // normalised: the best ELBO is 0
  EXPECT_LT((result.q.mean - Vector({{0.5, -1, 0.2}})).norm(), 0.01);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(PlainFit, SelectsAtThePlannedTimesAndKeepsTheTables) {
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(quick()));
  ASSERT_EQ(result.selections.size(), 3u);
  EXPECT_EQ(result.selections[0].iteration, 0);
  EXPECT_EQ(result.selections[1].iteration, 400);
  EXPECT_EQ(result.selections[2].iteration, 2000);
  for (const SelectionRecord& record : result.selections) {
    EXPECT_EQ(record.selection.entries.size(), std::size_t{1} << (control_variate_kinds().size() - 1));
    for (const SelectionEntry& entry : record.selection.entries)
      EXPECT_TRUE(entry.is_tied || entry.product >= record.selection.choice().product);
    EXPECT_TRUE(record.selection.choice().is_tied);
  }
  EXPECT_EQ(describe(result.recipe), describe(result.selections[2].selection.choice().recipe));
}

TEST(PlainFit, PlainCoordinatesAloneSelectAtThePublishedTimes) {
  FitOptions options{.coordinates = Coordinates::Plain};
  options.iterations = 400;
  options.reselect = Reselect::Planned;
  EXPECT_EQ(fit(testing::gaussian_posterior(), with_costs(options)).selections.size(), 3u);
}

TEST(PlainFit, SelectsAgainWhenTheNoiseDriftsAndKeepsToItsShare) {
  FitOptions options = quick();
  options.select_at = {0};
  options.step_size = 1e-4;  // on its way for long, with noise that falls all the while
  options.iterations = 40000;
  EXPECT_EQ(fit(testing::gaussian_posterior(), with_costs(options)).selections.size(), 1u);
  options.reselect = Reselect::Drift;
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_GT(result.selections.size(), 1u);
  EXPECT_LT(result.seconds.selection, 0.02 * result.seconds.total);
  for (const SelectionRecord& record : result.selections) EXPECT_GE(record.selection.moments.count, 200);
  // Where nothing drifts nothing is chosen again: from the optimum, at a vanishing step size.
  options.start = result.q;
  options.control_variates = {"prior"};  // others leave no noise at all here, and of rounding nothing is predicted
  options.step_size = 1e-12;
  options.warmup_step_size = 1e-12;
  EXPECT_EQ(fit(testing::gaussian_posterior(), with_costs(options)).selections.size(), 1u);
}

TEST(PlainFit, TheStepSizeFollowsTheEstimatorAsTheOptionsSay) {
  FitOptions options = quick();
  options.select_at = {0, 0.5};
  options.step_size = 1e-4;
  options.keep_step_size = true;
  options.decide_by = DecideBy::PlugIn;
  options.control_variates = {"taylor"};
  EXPECT_EQ(fit(testing::gaussian_posterior(), with_costs(options)).step_size, 1e-4);

  options.when_changed = WhenChanged::Scale;
  const FitResult scaled = fit(testing::gaussian_posterior(), with_costs(options));
  double expected = 1e-4;
  std::vector<std::string> before;  // the base
  for (const SelectionRecord& record : scaled.selections) {
    const SelectionEntry& choice = record.selection.choice();
    for (const SelectionEntry& entry : record.selection.entries)
      if (before.empty() && entry.recipe.control_variates.empty() && !choice.recipe.control_variates.empty())
        expected *= std::sqrt(entry.squared_norm / choice.squared_norm);
    before = choice.recipe.control_variates;
  }
  EXPECT_GT(expected, 1e-4);
  EXPECT_EQ(before, std::vector<std::string>{"taylor"});
  EXPECT_NEAR(scaled.step_size / expected, 1, 1e-9);

  options.when_changed = WhenChanged::Race;
  options.select_at = {0.5};  // from the base to something else, in the middle of the run
  const FitResult raced = fit(testing::gaussian_posterior(), with_costs(options));
  ASSERT_FALSE(raced.recipe.control_variates.empty());
  EXPECT_EQ(raced.race.size(), 7u);
  EXPECT_GT(raced.seconds.race, 0);
  EXPECT_NEAR(raced.race[3].step_size, 1e-4, 1e-12);
}

TEST(PlainFit, ChoosesDrawsAStepAndPairsWithTheEstimator) {
  FitOptions options = quick();
  options.draws = kChosenDraws;
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
  ASSERT_EQ(result.selections.size(), 3u);
  for (const SelectionRecord& record : result.selections) {
    const Selection& selection = record.selection;
    EXPECT_EQ(selection.by_draws.size(), 7u + 6u);  // 1, 2, ... 64, and those in pairs from 2 on
    double least = std::numeric_limits<double>::infinity();
    for (const SelectionEntry& entry : selection.by_draws) least = std::min(least, entry.product);
    EXPECT_LE(selection.choice().product, (1 + kDrawsIndifference) * least);
    EXPECT_EQ(selection.choice().recipe.draws, selection.draws);
  }
  EXPECT_EQ(result.recipe.draws, result.selections.back().selection.draws);
  EXPECT_LT((result.q.mean - Vector({{0.5, -1, 0.2}})).norm(), 0.01);
  options = testing::with_estimator(options, "fixed");
  EXPECT_THROW(fit(testing::gaussian_posterior(), with_costs(options)), InvalidArgument);
}

TEST(PlainFit, TheCostModelClockMakesItRepeatable) {
  FitOptions options = plain_fit_options();
  options.time_budget = 0.05;
  const FitResult a = fit(testing::gaussian_posterior(), with_costs(options)), b = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_EQ(a.q.mean, b.q.mean);
  EXPECT_EQ(a.q.cholesky, b.q.cholesky);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_GT(a.iterations, 100);
  ASSERT_EQ(a.trace.size(), b.trace.size());
  for (std::size_t k = 0; k < a.trace.size(); ++k) {
    EXPECT_EQ(a.trace[k].elapsed_seconds, b.trace[k].elapsed_seconds);
    EXPECT_EQ(a.trace[k].elbo.value, b.trace[k].elbo.value);
  }
  options.seed = 2;
  EXPECT_NE(fit(testing::gaussian_posterior(), with_costs(options)).q.mean, a.q.mean);
}

TEST(PlainFit, KeepsToItsTimeBudgetByTheTable) {
  FitOptions options = plain_fit_options();
  options.time_budget = 0.05;
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_GE(result.seconds.total, 0.05);
  EXPECT_LT(result.seconds.total, 0.05 + 0.001);
  EXPECT_LE(result.seconds.race, 0.25 * 0.05 + 0.001);
  EXPECT_NEAR(result.seconds.start + result.seconds.race + result.seconds.selection + result.seconds.steps,
              result.seconds.total, 1e-9);
}

TEST(PlainFit, KnowsWhereItsTimeWent) {
  for (const Coordinates coordinates : {Coordinates::Plain, Coordinates::Natural}) {
    FitOptions options = coordinates == Coordinates::Plain ? quick() : FitOptions{};
    options.iterations = 200;
    const FitSeconds seconds = fit(testing::gaussian_posterior(), options).seconds;
    EXPECT_GT(seconds.answer, 0);
    EXPECT_GE(seconds.wall, seconds.start + seconds.race + seconds.selection + seconds.steps + seconds.answer);
    EXPECT_GT(seconds.trace, 0);
    EXPECT_NEAR(seconds.wall, seconds.total + seconds.answer + seconds.trace, 1e-9);
    EXPECT_EQ(seconds.waited, seconds.wall);
    EXPECT_TRUE(std::isnan(seconds.reading));
    const FitSeconds by_table = fit(testing::gaussian_posterior(), with_costs(options)).seconds;
    for (const double value : {by_table.answer, by_table.trace, by_table.wall, by_table.waited, by_table.reading})
      EXPECT_TRUE(std::isnan(value));
  }
}

TEST(PlainFit, CountsEveryDensityEvaluation) {
  FitOptions options = quick();
  options.step_size = 1e-4;
  options.draws = 6;
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_EQ(result.iterations, 4000);
  EXPECT_EQ(result.step_draws, 4000 * 6);
  EXPECT_EQ(result.gradient_draws, 300 * 6 + 3 * 400 + 4000 * 6);
}

TEST(PlainFit, TracesAboutTwentyRowsADecade) {
  FitOptions options = quick();
  options.step_size = 1e-4;
  const std::vector<TracePoint> trace = fit(testing::gaussian_posterior(), with_costs(options)).trace;
  EXPECT_EQ(trace.front().iteration, 0);
  EXPECT_EQ(trace.back().iteration, 4000);
  const auto rows = std::count_if(trace.begin(), trace.end(),
                                  [](const TracePoint& p) { return p.iteration > 100 && p.iteration <= 1000; });
  EXPECT_NEAR(static_cast<double>(rows), 20, 2);
  for (std::size_t k = 1; k < trace.size(); ++k) EXPECT_GE(trace[k].elapsed_seconds, trace[k - 1].elapsed_seconds);
}

}  // namespace
}  // namespace g2t
