#include <g2t/inference/fit.hpp>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/invalid_setting.hpp>
#include <g2t/families/full_rank.hpp>
#include <g2t/families/natural.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/estimators.hpp>
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

FitOptions with_costs(FitOptions options) {
  options.costs = flat_costs();
  return options;
}

TEST(Fit, FindsAGaussianPosterior) {
  const FitResult result = fit(model(), with_costs(quick()));
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_TRUE(result.elbo.is_exact);
  EXPECT_NEAR(result.elbo.value, 0, 1e-3);  // normalised: the best ELBO is 0
  EXPECT_LT((result.q.mean - Vector({{0.5, -1, 0.2}})).norm(), 0.01);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(Fit, SelectsAtThePlannedTimesAndKeepsTheTables) {
  const FitResult result = fit(model(), with_costs(quick()));
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

TEST(Fit, PlainCoordinatesAloneSelectAtThePublishedTimes) {
  FitOptions options{.coordinates = Coordinates::Plain};
  options.iterations = 400;
  options.reselect = Reselect::Planned;
  EXPECT_EQ(fit(model(), with_costs(options)).selections.size(), 3u);
}

TEST(Fit, SelectsAgainWhenTheNoiseDriftsAndKeepsToItsShare) {
  FitOptions options = quick();
  options.select_at = {0};
  options.step_size = 1e-4;  // on its way for long, with noise that falls all the while
  options.iterations = 40000;
  EXPECT_EQ(fit(model(), with_costs(options)).selections.size(), 1u);
  options.reselect = Reselect::Drift;
  const FitResult result = fit(model(), with_costs(options));
  EXPECT_GT(result.selections.size(), 1u);
  EXPECT_LT(result.seconds.selection, 0.02 * result.seconds.total);
  for (const SelectionRecord& record : result.selections) EXPECT_GE(record.selection.moments.count, 200);
  // Where nothing drifts nothing is chosen again: from the optimum, at a vanishing step size.
  options.start = result.q;
  options.control_variates = {"prior"};  // others leave no noise at all here, and of rounding nothing is predicted
  options.step_size = 1e-12;
  options.warmup_step_size = 1e-12;
  EXPECT_EQ(fit(model(), with_costs(options)).selections.size(), 1u);
}

TEST(Fit, TheStepSizeFollowsTheEstimatorAsTheOptionsSay) {
  FitOptions options = quick();
  options.select_at = {0, 0.5};
  options.step_size = 1e-4;
  options.keep_step_size = true;
  options.decide_by = DecideBy::PlugIn;
  options.control_variates = {"taylor"};
  EXPECT_EQ(fit(model(), with_costs(options)).step_size, 1e-4);

  options.when_changed = WhenChanged::Scale;
  const FitResult scaled = fit(model(), with_costs(options));
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
  const FitResult raced = fit(model(), with_costs(options));
  ASSERT_FALSE(raced.recipe.control_variates.empty());
  EXPECT_EQ(raced.race.size(), 7u);
  EXPECT_GT(raced.seconds.race, 0);
  EXPECT_NEAR(raced.race[3].step_size, 1e-4, 1e-12);
}

TEST(Fit, ChoosesDrawsAStepAndPairsWithTheEstimator) {
  FitOptions options = quick();
  options.draws = kChosenDraws;
  const FitResult result = fit(model(), with_costs(options));
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
  EXPECT_THROW(fit(model(), with_costs(options)), InvalidArgument);
}

TEST(Fit, TheCostModelClockMakesItRepeatable) {
  FitOptions options = plain_fit_options();
  options.time_budget = 0.05;
  const FitResult a = fit(model(), with_costs(options)), b = fit(model(), with_costs(options));
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
  EXPECT_NE(fit(model(), with_costs(options)).q.mean, a.q.mean);
}

TEST(Fit, KeepsToItsTimeBudgetByTheTable) {
  FitOptions options = plain_fit_options();
  options.time_budget = 0.05;
  const FitResult result = fit(model(), with_costs(options));
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
    const FitSeconds by_table = fit(model(), with_costs(options)).seconds;
    for (const double value : {by_table.trust, by_table.wall, by_table.waited, by_table.reading})
      EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Fit, CountsEveryDensityEvaluation) {
  FitOptions options = quick();
  options.step_size = 1e-4;
  options.draws = 6;
  const FitResult result = fit(model(), with_costs(options));
  EXPECT_EQ(result.iterations, 4000);
  EXPECT_EQ(result.step_draws, 4000 * 6);
  EXPECT_EQ(result.gradient_draws, 300 * 6 + 3 * 400 + 4000 * 6);
}

TEST(Fit, TracesAboutTwentyRowsADecade) {
  FitOptions options = quick();
  options.step_size = 1e-4;
  const std::vector<TracePoint> trace = fit(model(), with_costs(options)).trace;
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
        options = testing::with_estimator(options, estimator);
        options.family = family;
        options.antithetic = antithetic;
        options.optimizer.kind = antithetic ? OptimizerKind::Nesterov : OptimizerKind::HeavyBall;
        const FitResult result = fit(model(), with_costs(options));
        EXPECT_GT(result.elbo.value, -5) << estimator << " " << family_name(result.q.structure);
        EXPECT_EQ(result.status, FitStatus::BudgetSpent);
      }
}

TEST(Fit, AveragingLowersTheNoiseOfTheEnd) {
  FitOptions options = quick();
  options = testing::with_estimator(options, "rep");
  options.step_size = 1e-3;
  options.optimizer.kind = OptimizerKind::Sgd;
  options.averaging = Averaging::None;
  const FitResult last = fit(model(), with_costs(options));
  options.averaging = Averaging::Tail;
  const FitResult average = fit(model(), with_costs(options));
  EXPECT_GT(average.elbo.value, last.elbo.value);
  EXPECT_FALSE(last.is_average);
  EXPECT_TRUE(average.is_average);
}

TEST(Fit, TakesTheAverageOnlyIfItIsBetter) {
  // Few steps: the run is still on its way, and the average lags behind.
  FitOptions options = quick();
  options.iterations = 200;
  options.step_size = 1e-4;
  EXPECT_FALSE(fit(model(), with_costs(options)).is_average);
  options.iterations = 4000;
  options.step_size = 1e-3;
  options = testing::with_estimator(options, "rep");
  EXPECT_TRUE(fit(model(), with_costs(options)).is_average);
}

TEST(Fit, EndsWhenToldAndSaysSo) {
  int calls = 0;
  FitHooks hooks;
  hooks.should_stop = [&] { return ++calls > 1000; };
  const FitResult result = fit(model(), with_costs(quick()), hooks);
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
  fit(model(), with_costs(quick()), hooks);
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
  options = testing::with_estimator(options, "stl");
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
    options = testing::with_estimator(options, estimator);
    const FitResult result = fit(*nowhere, options);
    EXPECT_EQ(result.status, FitStatus::NotConverged);
    EXPECT_FALSE(result.warnings.empty());
    EXPECT_LT(result.iterations, 200);
  }
}

TEST(Fit, AStepSizeThatProvesTooLargeIsCutAndCounted) {
  FitOptions options = quick();
  options.step_size = 0.3;
  options = testing::with_estimator(options, "rep");
  options.family = FamilyChoice::MeanField;
  const FitResult result = fit(model(), with_costs(options));
  EXPECT_EQ(result.status, FitStatus::BudgetSpent);
  EXPECT_GT(result.diagnostics.step_size_cuts, 0);
  EXPECT_LT(result.step_size, 0.3);
  EXPECT_GT(result.elbo.value, -20);
  options.keep_step_size = true;
  EXPECT_EQ(fit(model(), with_costs(options)).step_size, 0.3);
}

TEST(Fit, ADivergedRunReturnsTheBestSeenAndIsNotConverged) {
  FitOptions options = quick();
  options.step_size = 10;
  options.keep_step_size = true;
  options = testing::with_estimator(options, "rep");
  options.family = FamilyChoice::MeanField;
  const FitResult result = fit(model(), with_costs(options));
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

/// The score of the model itself at eight tenths of its size, whose expectation is exact: a control variate of our own.
class OwnScore final : public Term {
 public:
  OwnScore(Vector mean, Matrix precision) : mean_(std::move(mean)), precision_(std::move(precision)) {}

  const std::string& name() const override { return name_; }
  double sign() const override { return -1; }
  void prepare(const Family& q) override {
    expected_.mean = -0.8 * precision_ * (q.mean() - mean_);
    expected_.dense = -0.8 * precision_;
  }
  void evaluate(const Family&, const Batch& batch) override { vectors_ = 0.8 * batch.evaluation.score; }
  ScoreVectors vectors() const override { return ScoreVectors::same(vectors_); }
  const ExpectedScore& expected() const override { return expected_; }

 private:
  Vector mean_;
  Matrix precision_;
  std::string name_ = "own-score";
  Matrix vectors_;
  ExpectedScore expected_;
};

TEST(Fit, TakesTermsAndFamiliesOfOurOwn) {
  const testing::GaussianModel posterior(Vector::Ones(3), testing::wavy_precision(3));
  FitOptions options;
  options.family = FamilyChoice::FullRank;
  options.control_variates = {"own-score"};
  options.own_terms = {{"own-score", [](const Model&, Structure) {
                          return std::make_unique<OwnScore>(Vector::Ones(3), testing::wavy_precision(3));
                        }}};
  options.select_at = {0.1};
  options.iterations = 400;
  options.tolerance = 1e-9;
  int families = 0;
  options.own_family = [&](const Gaussian& q) -> std::unique_ptr<Family> {
    ++families;
    return make_natural(q);
  };
  const FitResult result = fit(posterior, options);
  EXPECT_EQ(families, 1);
  ASSERT_FALSE(result.selections.empty());
  // 1.25 times that leaves no noise at all; the fit of the weight sees the noise of the products with the gradient too.
  const SelectionEntry& choice = result.selections.front().selection.choice();
  ASSERT_EQ(choice.recipe.control_variates, std::vector<std::string>{"own-score"});
  EXPECT_NEAR(choice.recipe.weights[0], 1.25, 0.01);

  options.own_family = [](const Gaussian& q) -> std::unique_ptr<Family> { return make_full_rank(q); };
  EXPECT_THROW(fit(posterior, options), InvalidSetting);
  options.own_family = {};
  options.own_terms[0].make = [](const Model&, Structure) { return std::unique_ptr<Term>(); };
  EXPECT_THROW(fit(posterior, options), InvalidSetting);
}

TEST(Fit, HooksSeeQ) {
  for (const Coordinates coordinates : {Coordinates::Natural, Coordinates::Plain}) {
    FitOptions options = coordinates == Coordinates::Plain ? quick() : FitOptions{};
    options.iterations = 400;
    std::vector<Index> iterations;
    FitHooks hooks;
    hooks.block_end = [&](const Gaussian& q, const FitProgress& progress) {
      EXPECT_EQ(q.dimension(), 3);
      iterations.push_back(progress.iteration);
    };
    const FitResult result = fit(model(), with_costs(options), hooks);
    ASSERT_FALSE(iterations.empty());
    EXPECT_TRUE(std::is_sorted(iterations.begin(), iterations.end()));
    if (coordinates == Coordinates::Plain) continue;
    EXPECT_EQ(static_cast<Index>(iterations.size()), result.diagnostics.blocks);
  }
}

TEST(Fit, StartsWhereItIsTold) {
  FitOptions options = plain_fit_options();
  options.iterations = 0;
  options.warmup_steps = 0;
  options.step_size = 1e-4;
  options.start = testing::wavy_gaussian(Structure::Diagonal, 3);
  const FitResult result = fit(model(), with_costs(options));
  EXPECT_EQ(result.q.mean, options.start.q->mean);
  EXPECT_EQ(result.q.structure, Structure::Diagonal);
}

}  // namespace
}  // namespace g2t
