// Runs in plain coordinates with every estimator and optimiser; how they end, also where draws fail or steps diverge.
#include <g2t/inference/fit.hpp>

#include <g2t/core/invalid_setting.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/estimators.hpp>
#include <support/plain_fits.hpp>

namespace g2t {
namespace {

using testing::quick;
using testing::with_costs;

TEST(PlainFit, RunsEveryEstimatorOptimiserAndFamily) {
  for (const std::string estimator : {"auto", "fixed", "rep", "stl", "miller"})
    for (const FamilyChoice family : {FamilyChoice::MeanField, FamilyChoice::FullRank})
      for (const bool antithetic : {false, true}) {
        FitOptions options = quick();
        options.iterations = 1500;
        options.step_size = 5e-4;
        options = testing::with_estimator(options, estimator);
        options.family = family;
        options.antithetic = antithetic;
        options.optimizer.kind = antithetic ? OptimizerKind::Nesterov : OptimizerKind::HeavyBall;
        const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
        EXPECT_GT(result.elbo.value, -5) << estimator << " " << family_name(result.q.structure);
        EXPECT_EQ(result.status, FitStatus::BudgetSpent);
      }
}

TEST(PlainFit, AveragingLowersTheNoiseOfTheEnd) {
  FitOptions options = quick();
  options = testing::with_estimator(options, "rep");
  options.step_size = 1e-3;
  options.optimizer.kind = OptimizerKind::Sgd;
  options.averaging = Averaging::None;
  const FitResult last = fit(testing::gaussian_posterior(), with_costs(options));
  options.averaging = Averaging::Tail;
  const FitResult average = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_GT(average.elbo.value, last.elbo.value);
  EXPECT_FALSE(last.is_average);
  EXPECT_TRUE(average.is_average);
}

TEST(PlainFit, TakesTheAverageOnlyIfItIsBetter) {
  // Few steps: the run is still on its way, and the average lags behind.
  FitOptions options = quick();
  options.iterations = 200;
  options.step_size = 1e-4;
  EXPECT_FALSE(fit(testing::gaussian_posterior(), with_costs(options)).is_average);
  options.iterations = 4000;
  options.step_size = 1e-3;
  options = testing::with_estimator(options, "rep");
  EXPECT_TRUE(fit(testing::gaussian_posterior(), with_costs(options)).is_average);
}

TEST(PlainFit, EndsWhenToldAndSaysSo) {
  int calls = 0;
  FitHooks hooks;
  hooks.should_stop = [&] { return ++calls > 1000; };
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(quick()), hooks);
  EXPECT_EQ(result.status, FitStatus::Interrupted);
  EXPECT_LT(result.iterations, 4000);
  EXPECT_TRUE(result.q.mean.allFinite());
}

TEST(PlainFit, TellsItsProgress) {
  Index last = -1;
  FitHooks hooks;
  hooks.progress = [&](const FitProgress& progress) {
    EXPECT_GE(progress.iteration, last);
    last = progress.iteration;
  };
  fit(testing::gaussian_posterior(), with_costs(quick()), hooks);
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

TEST(PlainFit, GoesOnPastDrawsThatFailAndCountsThem) {
  const std::unique_ptr<Model> truncated = make_model(Truncated{});
  FitOptions options = quick();
  options.step_size = 1e-2;
  options = testing::with_estimator(options, "stl");
  const FitResult result = fit(*truncated, options);
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_GT(result.diagnostics.failed_draws, 0);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_EQ(result.warnings[0].kind, WarningKind::FailedDraws);
  EXPECT_EQ(result.warnings[0].number("draws"), static_cast<double>(result.gradient_draws));
}

TEST(PlainFit, EndsAsNotConvergedWhenNoDrawIsFinite) {
  const std::unique_ptr<Model> nowhere = make_model(Nowhere{});
  for (const std::string estimator : {"auto", "rep"}) {
    FitOptions options = quick();
    options = testing::with_estimator(options, estimator);
    const FitResult result = fit(*nowhere, options);
    EXPECT_EQ(result.status, FitStatus::NotConverged);
    EXPECT_FALSE(result.warnings.empty());
    EXPECT_LT(result.iterations, 200);
  }
}

TEST(PlainFit, AStepSizeThatProvesTooLargeIsCutAndCounted) {
  FitOptions options = quick();
  options.step_size = 0.3;
  options = testing::with_estimator(options, "rep");
  options.family = FamilyChoice::MeanField;
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_GT(result.diagnostics.step_size_cuts, 0);
  EXPECT_LT(result.step_size, 0.3);
  EXPECT_GT(result.elbo.value, -20);
  options.keep_step_size = true;
  EXPECT_EQ(fit(testing::gaussian_posterior(), with_costs(options)).step_size, 0.3);
}

TEST(PlainFit, ADivergedRunReturnsTheBestSeenAndIsNotConverged) {
  FitOptions options = quick();
  options.step_size = 10;
  options.keep_step_size = true;
  options = testing::with_estimator(options, "rep");
  options.family = FamilyChoice::MeanField;
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_EQ(result.status, FitStatus::NotConverged);
  EXPECT_TRUE(result.q.mean.allFinite());
  EXPECT_TRUE(std::isfinite(result.elbo.value));
}

TEST(PlainFit, MeasuresCostsWhenNoneAreGiven) {
  FitOptions options = plain_fit_options();
  options.iterations = 200;
  const FitResult result = fit(testing::gaussian_posterior(), options);
  ASSERT_FALSE(result.selections.empty());
  EXPECT_GT(result.selections[0].selection.costs.term("rep").seconds(8), 0);
  EXPECT_GT(result.diagnostics.predicted_step_seconds, 0);
  EXPECT_GT(result.diagnostics.observed_step_seconds, 0);
}

/// The score of the model itself at eight tenths of its size, whose expectation is exact: a control variate of our own.

}  // namespace
}  // namespace g2t
