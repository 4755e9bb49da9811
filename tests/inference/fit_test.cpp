#include <g2t/inference/fit.hpp>

#include <g2t/control_variates/control_variates.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/costs.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

Costs flat_costs() { return testing::costs_with_taylor({1e-6, 1e-6}); }

// A posterior whose best Gaussian is itself, at a scale that the published step sizes can travel.
const testing::GaussianModel& model() {
  static const testing::GaussianModel target(Vector({{0.5, -1, 0.2}}), testing::wavy_precision(3));
  return target;
}

FitOptions quick() {
  FitOptions options = plain_fit_options();
  options.iterations = 4000;
  options.reselect = Reselect::Planned;
  return options;
}

FitInputs with_costs() {
  FitInputs inputs;
  inputs.costs = flat_costs();
  return inputs;
}

TEST(Fit, FindsAGaussianPosterior) {
  const FitResult result = fit(model(), quick(), with_costs());
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_TRUE(result.elbo.is_exact);
  EXPECT_NEAR(result.elbo.value, 0, 1e-3);  // normalised: the best ELBO is 0
  EXPECT_LT((result.q.mean - Vector({{0.5, -1, 0.2}})).norm(), 0.01);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(Fit, SelectsAtThePlannedTimesAndKeepsTheLedgers) {
  const FitResult result = fit(model(), quick(), with_costs());
  ASSERT_EQ(result.selections.size(), 3u);
  EXPECT_EQ(result.selections[0].iteration, 0);
  EXPECT_EQ(result.selections[1].iteration, 400);
  EXPECT_EQ(result.selections[2].iteration, 2000);
  for (const SelectionRecord& record : result.selections) {
    EXPECT_EQ(record.selection.entries.size(), std::size_t{1} << (control_variate_kinds().size() - 1));
    for (const LedgerEntry& entry : record.selection.entries)
      EXPECT_TRUE(entry.is_tied || entry.product >= record.selection.choice().product);
    EXPECT_TRUE(record.selection.choice().is_tied);
  }
  EXPECT_EQ(describe(result.recipe), describe(result.selections[2].selection.choice().recipe));
}

TEST(Fit, SelectsAgainWhenTheNoiseDriftsAndKeepsToItsShare) {
  FitOptions options = quick();
  options.select_at = {0};
  options.step_size = 1e-4;  // on its way for long, with noise that falls all the while
  options.iterations = 40000;
  EXPECT_EQ(fit(model(), options, with_costs()).selections.size(), 1u);
  options.reselect = Reselect::Drift;
  const FitResult result = fit(model(), options, with_costs());
  EXPECT_GT(result.selections.size(), 1u);
  EXPECT_LT(result.seconds.selection, 0.02 * result.seconds.total);
  for (const SelectionRecord& record : result.selections) EXPECT_GE(record.selection.moments.count, 200);
  // Where nothing drifts nothing is chosen again: from the optimum, at a vanishing step size.
  FitInputs inputs = with_costs();
  inputs.init = result.q;
  options.control_variates = {"prior"};  // others leave no noise at all here, and of rounding nothing is predicted
  options.step_size = 1e-12;
  options.warmup_step_size = 1e-12;
  EXPECT_EQ(fit(model(), options, inputs).selections.size(), 1u);
}

TEST(Fit, TheStepSizeFollowsTheEstimatorAsTheOptionsSay) {
  FitOptions options = quick();
  options.select_at = {0, 0.5};
  options.step_size = 1e-4;
  options.keep_step_size = true;
  options.decide_by = DecideBy::PlugIn;
  options.control_variates = {"taylor"};
  EXPECT_EQ(fit(model(), options, with_costs()).step_size, 1e-4);

  options.when_changed = WhenChanged::Scale;
  const FitResult scaled = fit(model(), options, with_costs());
  double expected = 1e-4;
  std::vector<std::string> before;  // the base
  for (const SelectionRecord& record : scaled.selections) {
    const LedgerEntry& choice = record.selection.choice();
    for (const LedgerEntry& entry : record.selection.entries)
      if (before.empty() && entry.recipe.control_variates.empty() && !choice.recipe.control_variates.empty())
        expected *= std::sqrt(entry.squared_norm / choice.squared_norm);
    before = choice.recipe.control_variates;
  }
  EXPECT_GT(expected, 1e-4);
  EXPECT_EQ(before, std::vector<std::string>{"taylor"});
  EXPECT_NEAR(scaled.step_size / expected, 1, 1e-9);

  options.when_changed = WhenChanged::Race;
  options.select_at = {0.5};  // from the base to something else, in the middle of the run
  const FitResult raced = fit(model(), options, with_costs());
  ASSERT_FALSE(raced.recipe.control_variates.empty());
  EXPECT_EQ(raced.race.size(), 7u);
  EXPECT_GT(raced.seconds.race, 0);
  EXPECT_NEAR(raced.race[3].step_size, 1e-4, 1e-12);
}

TEST(Fit, ChoosesDrawsAStepAndPairsWithTheEstimator) {
  FitOptions options = quick();
  options.draws = kChosenDraws;
  const FitResult result = fit(model(), options, with_costs());
  ASSERT_EQ(result.selections.size(), 3u);
  for (const SelectionRecord& record : result.selections) {
    const Selection& selection = record.selection;
    EXPECT_EQ(selection.by_draws.size(), 7u + 6u);  // 1, 2, ... 64, and those in pairs from 2 on
    double least = std::numeric_limits<double>::infinity();
    for (const LedgerEntry& entry : selection.by_draws) least = std::min(least, entry.product);
    EXPECT_LE(selection.choice().product, (1 + kDrawsIndifference) * least);
    EXPECT_EQ(selection.choice().recipe.draws, selection.draws);
  }
  EXPECT_EQ(result.recipe.draws, result.selections.back().selection.draws);
  EXPECT_LT((result.q.mean - Vector({{0.5, -1, 0.2}})).norm(), 0.01);
  options.estimator = "fixed";
  EXPECT_THROW(fit(model(), options, with_costs()), InvalidArgument);
}

TEST(Fit, TheCostModelClockMakesItRepeatable) {
  FitOptions options = plain_fit_options();
  options.time_budget = 0.05;
  const FitResult a = fit(model(), options, with_costs()), b = fit(model(), options, with_costs());
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
  EXPECT_NE(fit(model(), options, with_costs()).q.mean, a.q.mean);
}

TEST(Fit, KeepsToItsTimeBudgetByTheTable) {
  FitOptions options = plain_fit_options();
  options.time_budget = 0.05;
  const FitResult result = fit(model(), options, with_costs());
  EXPECT_GE(result.seconds.total, 0.05);
  EXPECT_LT(result.seconds.total, 0.05 + 0.001);
  EXPECT_LE(result.seconds.race, 0.25 * 0.05 + 0.001);
  EXPECT_NEAR(result.seconds.start + result.seconds.race + result.seconds.selection + result.seconds.steps,
              result.seconds.total, 1e-9);
}

TEST(Fit, KnowsWhereItsTimeWent) {
  for (const Coordinates coordinates : {Coordinates::Plain, Coordinates::Natural}) {
    FitOptions options = coordinates == Coordinates::Plain ? quick() : FitOptions{};
    options.iterations = 200;
    const FitSeconds seconds = fit(model(), options).seconds;
    EXPECT_GT(seconds.trust, 0);
    EXPECT_GE(seconds.wall, seconds.start + seconds.race + seconds.selection + seconds.steps + seconds.trust);
    EXPECT_EQ(seconds.waited, seconds.wall);
    EXPECT_TRUE(std::isnan(seconds.reading));
    const FitSeconds by_table = fit(model(), options, with_costs()).seconds;
    for (const double value : {by_table.trust, by_table.wall, by_table.waited, by_table.reading})
      EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Fit, CountsEveryDensityEvaluation) {
  FitOptions options = quick();
  options.step_size = 1e-4;
  options.draws = 6;
  const FitResult result = fit(model(), options, with_costs());
  EXPECT_EQ(result.iterations, 4000);
  EXPECT_EQ(result.step_draws, 4000 * 6);
  EXPECT_EQ(result.gradient_draws, 300 * 6 + 3 * 400 + 4000 * 6);
}

TEST(Fit, TracesAboutTwentyRowsADecade) {
  FitOptions options = quick();
  options.step_size = 1e-4;
  const std::vector<TracePoint> trace = fit(model(), options, with_costs()).trace;
  EXPECT_EQ(trace.front().iteration, 0);
  EXPECT_EQ(trace.back().iteration, 4000);
  const auto rows = std::count_if(trace.begin(), trace.end(),
                                  [](const TracePoint& p) { return p.iteration > 100 && p.iteration <= 1000; });
  EXPECT_NEAR(static_cast<double>(rows), 20, 2);
  for (std::size_t k = 1; k < trace.size(); ++k) EXPECT_GE(trace[k].elapsed_seconds, trace[k - 1].elapsed_seconds);
}

TEST(Fit, RunsEveryEstimatorOptimiserAndFamily) {
  for (const std::string estimator : {"auto", "fixed", "rep", "stl", "miller"})
    for (const FamilyChoice family : {FamilyChoice::MeanField, FamilyChoice::FullRank})
      for (const bool antithetic : {false, true}) {
        FitOptions options = quick();
        options.iterations = 1500;
        options.step_size = 5e-4;
        options.estimator = estimator;
        options.family = family;
        options.antithetic = antithetic;
        options.optimizer.kind = antithetic ? OptimizerKind::Nesterov : OptimizerKind::HeavyBall;
        const FitResult result = fit(model(), options, with_costs());
        EXPECT_GT(result.elbo.value, -5) << estimator << " " << family_name(result.q.structure);
        EXPECT_EQ(result.status, FitStatus::BudgetSpent);
      }
}

TEST(Fit, AveragingLowersTheNoiseOfTheEnd) {
  FitOptions options = quick();
  options.estimator = "rep";
  options.step_size = 1e-3;
  options.optimizer.kind = OptimizerKind::Sgd;
  options.averaging = Averaging::None;
  const FitResult last = fit(model(), options, with_costs());
  options.averaging = Averaging::Tail;
  const FitResult average = fit(model(), options, with_costs());
  EXPECT_GT(average.elbo.value, last.elbo.value);
  EXPECT_FALSE(last.is_average);
  EXPECT_TRUE(average.is_average);
}

TEST(Fit, TakesTheAverageOnlyIfItIsBetter) {
  // Few steps: the run is still on its way, and the average lags behind.
  FitOptions options = quick();
  options.iterations = 200;
  options.step_size = 1e-4;
  EXPECT_FALSE(fit(model(), options, with_costs()).is_average);
  options.iterations = 4000;
  options.step_size = 1e-3;
  options.estimator = "rep";
  EXPECT_TRUE(fit(model(), options, with_costs()).is_average);
}

TEST(Fit, EndsWhenToldAndSaysSo) {
  int calls = 0;
  FitHooks hooks;
  hooks.should_stop = [&] { return ++calls > 1000; };
  const FitResult result = fit(model(), quick(), with_costs(), hooks);
  EXPECT_EQ(result.status, FitStatus::Interrupted);
  EXPECT_LT(result.iterations, 4000);
  EXPECT_TRUE(result.q.mean.allFinite());
}

TEST(Fit, TellsItsProgress) {
  Index last = -1;
  FitHooks hooks;
  hooks.progress = [&](const FitProgress& progress) {
    EXPECT_GE(progress.iteration, last);
    last = progress.iteration;
  };
  fit(model(), quick(), with_costs(), hooks);
  EXPECT_EQ(last, 4000);
}

// log density -x^2/2 where x > -1, NaN elsewhere.
struct Truncated {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z;
    return z[0] > -1 ? -0.5 * z[0] * z[0] : std::nan("");
  }
};

struct Nowhere {
  Index dimension() const { return 1; }
  double log_density(const Vector&, Vector& gradient) const {
    gradient.setZero();
    return std::nan("");
  }
};

TEST(Fit, GoesOnPastDrawsThatFailAndCountsThem) {
  const std::unique_ptr<Model> truncated = make_model(Truncated{});
  FitOptions options = quick();
  options.step_size = 1e-2;
  options.estimator = "stl";
  const FitResult result = fit(*truncated, options);
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_GT(result.diagnostics.failed_draws, 0);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_EQ(result.warnings[0].kind, WarningKind::FailedDraws);
  EXPECT_EQ(result.warnings[0].number("draws"), static_cast<double>(result.gradient_draws));
}

TEST(Fit, EndsAsNotConvergedWhenNoDrawIsFinite) {
  const std::unique_ptr<Model> nowhere = make_model(Nowhere{});
  for (const std::string estimator : {"auto", "rep"}) {
    FitOptions options = quick();
    options.estimator = estimator;
    const FitResult result = fit(*nowhere, options);
    EXPECT_EQ(result.status, FitStatus::NotConverged);
    EXPECT_FALSE(result.warnings.empty());
    EXPECT_LT(result.iterations, 200);
  }
}

TEST(Fit, AStepSizeThatProvesTooLargeIsCutAndCounted) {
  FitOptions options = quick();
  options.step_size = 0.3;
  options.estimator = "rep";
  options.family = FamilyChoice::MeanField;
  const FitResult result = fit(model(), options, with_costs());
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_GT(result.diagnostics.step_size_cuts, 0);
  EXPECT_LT(result.step_size, 0.3);
  EXPECT_GT(result.elbo.value, -20);
  options.keep_step_size = true;
  EXPECT_EQ(fit(model(), options, with_costs()).step_size, 0.3);
}

TEST(Fit, ADivergedRunReturnsTheBestSeenAndIsNotConverged) {
  FitOptions options = quick();
  options.step_size = 10;
  options.keep_step_size = true;
  options.estimator = "rep";
  options.family = FamilyChoice::MeanField;
  const FitResult result = fit(model(), options, with_costs());
  EXPECT_EQ(result.status, FitStatus::NotConverged);
  EXPECT_TRUE(result.q.mean.allFinite());
  EXPECT_TRUE(std::isfinite(result.elbo.value));
}

TEST(Fit, MeasuresCostsWhenNoneAreGiven) {
  FitOptions options = plain_fit_options();
  options.iterations = 200;
  const FitResult result = fit(model(), options);
  ASSERT_FALSE(result.selections.empty());
  EXPECT_GT(result.selections[0].selection.costs.term("rep").seconds(8), 0);
  EXPECT_GT(result.diagnostics.predicted_step_seconds, 0);
  EXPECT_GT(result.diagnostics.observed_step_seconds, 0);
}

TEST(Fit, StartsWhereItIsTold) {
  FitInputs inputs = with_costs();
  inputs.init = testing::wavy_gaussian(Structure::Diagonal, 3);
  FitOptions options = plain_fit_options();
  options.iterations = 0;
  options.warmup_steps = 0;
  options.step_size = 1e-4;
  const FitResult result = fit(model(), options, inputs);
  EXPECT_EQ(result.q.mean, inputs.init->mean);
  EXPECT_EQ(result.q.structure, Structure::Diagonal);
}

}  // namespace
}  // namespace g2t
