// When a plain run selects, what that may take, where moments are taken, and what a change does to the norm of a step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/plain/plain_selection.h>

#include <cmath>
#include <g2t/estimators/recipes.hpp>
#include <support/costs.hpp>
#include <support/gaussians.hpp>
#include <support/target.hpp>

namespace g2t {
namespace {

using ::testing::ElementsAre;

/// N(0, 1). At q = N(m, s^2) the gradient for mean and log scale has the mean (-m, 1 - s^2) and, of a single draw, the
/// noise s^2 (1 + m^2 + 2 s^2).
testing::GaussianModel unit_model() { return {Vector::Zero(1), Matrix::Identity(1, 1)}; }
Gaussian unit_q(double mean) { return isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, mean), 1); }

FitOptions planned_options(const std::vector<std::string>& control_variates) {
  FitOptions options = plain_fit_options();
  options.family = FamilyChoice::MeanField;
  options.control_variates = control_variates;
  options.reselect = Reselect::Planned;
  options.iterations = 1000;
  options.costs = testing::costs_with_taylor({0, 1e-7});
  options.start = unit_q(2);
  return options;
}

FitOptions drift_options(double time_budget) {
  FitOptions options = planned_options({"entropy", "prior"});
  options.reselect = Reselect::Drift;
  options.iterations.reset();
  options.time_budget = time_budget;
  return options;
}

/// A selection with what it needs, at the plan's start.
struct Selecting {
  Selecting(const Model& model, const FitOptions& options, std::function<bool()> should_stop = {})
      : plan(plan_fit(model, options)), terms(make_terms(model, plan.start.structure, plan.control_variates)),
        hooks{{}, {}, std::move(should_stop), false}, limits(plan, hooks, *clock),
        stepper(model, terms, plan.costs ? &*plan.costs : nullptr, *clock, result.diagnostics),
        state{make_family(plan.start, plan.options), Optimizer(plan.options.optimizer)},
        selection(model, plan, terms, *clock, limits, result) {
    stepper.use(recipe_by_name("rep", plan.draws, false));
  }
  std::optional<double> select(double progress, Index iteration = 0) {
    return selection.select({progress, iteration}, state, stepper);
  }
  void observe(double squared_norm, int count = 60) {
    for (int k = 0; k < count; ++k) selection.observe(squared_norm);
  }
  [[nodiscard]] const Selection& last() const { return result.selections.back().selection; }
  [[nodiscard]] double seconds_of(Index draws) const { return plan.costs->seconds(terms.names(), draws); }

  FitPlan plan;
  TermSet terms;
  FitHooks hooks;
  FitResult result;
  std::unique_ptr<Clock> clock = make_cost_model_clock();
  RunLimits limits;
  PlainStepper stepper;
  StepState state;
  PlainSelection selection;
};

TEST(PlainSelection, SelectsAtThePlannedTimes) {
  const testing::GaussianModel model = unit_model();
  Selecting run(model, planned_options({"entropy", "taylor"}));
  EXPECT_TRUE(run.selection.is_due(0));
  run.clock->charge(5);
  run.select(0, 0);
  EXPECT_FALSE(run.selection.is_due(0.09));
  EXPECT_TRUE(run.selection.is_due(0.1));
  run.select(0.1, 100);
  EXPECT_FALSE(run.selection.is_due(0.49));
  EXPECT_TRUE(run.selection.is_due(0.5));
  run.select(0.5, 500);
  EXPECT_FALSE(run.selection.is_due(1));

  ASSERT_EQ(run.result.selections.size(), 3u);
  EXPECT_EQ(run.result.selections[1].iteration, 100);
  EXPECT_NEAR(run.result.selections[1].elapsed_seconds, 5 + 2 * run.seconds_of(400), 1e-12);
  EXPECT_EQ(run.result.gradient_draws, 3 * 400);
  EXPECT_NEAR(run.result.seconds.selection, 3 * run.seconds_of(400), 1e-12);
  EXPECT_THAT(run.stepper.recipe().control_variates, ElementsAre("taylor"));  // exact for a Gaussian
  EXPECT_DOUBLE_EQ(run.result.diagnostics.predicted_step_seconds, run.plan.costs->of(run.stepper.recipe()));
}

TEST(PlainSelection, AGivenRecipeIsNeverReplaced) {
  const testing::GaussianModel model = unit_model();
  FitOptions options = planned_options({"all"});
  options.reselect = FitOptions{}.reselect;
  options.select_at.clear();
  options.recipe = recipe_by_name("stl", 8, false);
  Selecting run(model, options);
  run.observe(1);
  for (const double progress : {0.0, 0.1, 1.0}) EXPECT_FALSE(run.selection.is_due(progress));
}

TEST(PlainSelection, TheNormRatioIsThatOfTheEstimatorsAtOneQ) {
  const testing::GaussianModel model = unit_model();
  FitOptions options = planned_options({"taylor"});
  options.select_draws = 10000;
  for (const Index draws : {1, 8}) {
    options.draws = draws;
    Selecting run(model, options);
    // |E g|^2 = 4 and noise of 7 a draw, of which the expansion leaves none. 10,000 draws: 2 % of the noise.
    const double expected = std::sqrt((4 + 7 / static_cast<double>(draws)) / 4);
    EXPECT_NEAR(run.select(0).value(), expected, 5 * 0.02 * (expected - 1)) << draws;
    EXPECT_THAT(run.stepper.recipe().control_variates, ElementsAre("taylor"));
    EXPECT_EQ(run.select(0.1).value(), 1);  // the same again, whatever its weight
    // From a recipe of other units nothing is known.
    run.stepper.use(recipe_by_name("rep", 8, true));
    EXPECT_EQ(run.select(0.5).value(), 1);
  }
}

TEST(PlainSelection, MomentsAreTakenAtTheAverageOrTheLastIterate) {
  const testing::GaussianModel model = unit_model();
  FitOptions options = planned_options({"entropy"});
  options.select_draws = 4000;
  const double at_state = 11, at_average = 3;  // E|g|^2 at means of 2 and 0
  for (const SelectFrom from : {SelectFrom::Average, SelectFrom::Last}) {
    options.select_from = from;
    Selecting run(model, options);
    run.select(0);
    EXPECT_NEAR(run.last().moments.u(), at_state, 2);  // there are no iterates yet
    for (const double mean : {-1.0, 1.0}) run.selection.add(unit_q(mean));
    run.select(0.1);
    EXPECT_NEAR(run.last().moments.u(), from == SelectFrom::Average ? at_average : at_state, 2);
    run.selection.restart();
    run.select(0.5);
    EXPECT_NEAR(run.last().moments.u(), at_state, 2);
  }
}

TEST(PlainSelection, EachHasDrawsOfItsOwn) {
  const testing::GaussianModel model = unit_model();
  Selecting run(model, planned_options({"entropy"}));
  run.select(0);
  const double first = run.last().moments.u();
  run.select(0.1);
  EXPECT_NE(run.last().moments.u(), first);
}

TEST(PlainSelection, ItsTimeIsASmallShareOfTheRun) {
  const testing::GaussianModel model = unit_model();
  const auto draws_of_first = [&](double budget) {
    Selecting run(model, drift_options(budget));
    run.select(0);
    EXPECT_EQ(run.result.selections.size(), 1u);
    return run.result.gradient_draws;
  };
  EXPECT_EQ(draws_of_first(1000), 400);
  EXPECT_EQ(draws_of_first(0.001), 32);  // however short the run is
  // 2 % for this one and the two that are planned for later.
  const Selecting any(model, drift_options(1));
  const double budget = 3 * any.seconds_of(200) / 0.02;
  EXPECT_LE(draws_of_first(budget), 200);
  EXPECT_GE(draws_of_first(budget), 150);

  Selecting short_run(model, drift_options(0.001)), long_run(model, drift_options(budget));
  for (Selecting* const run : {&short_run, &long_run}) {
    run->select(0);
    EXPECT_TRUE(run->selection.is_due(0.1));
    EXPECT_EQ(run->select(0.1).has_value(), run == &long_run);
    EXPECT_FALSE(run->selection.is_due(0.49));  // that time has passed in either case
    run->select(0.5);
  }
  EXPECT_EQ(short_run.result.selections.size(), 1u);
  EXPECT_EQ(long_run.result.selections.size(), 3u);
  EXPECT_LE(long_run.result.seconds.selection, 0.02 * budget);
  EXPECT_EQ(short_run.result.diagnostics.failed_selections, 0);
}

TEST(PlainSelection, AsPublishedItsTimeIsNotLimited) {
  const testing::GaussianModel model = unit_model();
  FitOptions options = drift_options(0.01);
  options.reselect = Reselect::Planned;
  Selecting run(model, options);
  for (const double progress : {0.0, 0.1, 0.5}) EXPECT_TRUE(run.select(progress).has_value());
  EXPECT_EQ(run.result.gradient_draws, 3 * 400);
}

TEST(PlainSelection, WithoutTimeLeftItFails) {
  const testing::GaussianModel model = unit_model();
  FitOptions options = drift_options(1);
  options.reselect = Reselect::Planned;
  Selecting run(model, options);
  run.clock->charge(1 - 0.5 * run.seconds_of(400));
  EXPECT_EQ(run.select(0.7), 1);
  EXPECT_EQ(run.result.diagnostics.failed_selections, 1);
  EXPECT_TRUE(run.result.selections.empty());
  EXPECT_EQ(run.result.gradient_draws, 0);
}

TEST(PlainSelection, NoiseThatDriftsBringsASelectionThatWasNotPlanned) {
  const testing::GaussianModel model = unit_model();
  FitOptions options = drift_options(1000);
  Selecting run(model, options);
  run.select(0);
  const double predicted = run.last().choice().squared_norm;
  run.observe(1.9 * predicted);
  EXPECT_FALSE(run.selection.is_due(0.05));
  run.selection.restart();
  run.observe(2.1 * predicted, 49);
  EXPECT_FALSE(run.selection.is_due(0.05));  // too few steps
  run.observe(2.1 * predicted, 1);
  EXPECT_TRUE(run.selection.is_due(0.05));
  EXPECT_EQ(run.select(0.05, 77), 1);  // the same estimator
  EXPECT_EQ(run.result.selections.size(), 2u);
  EXPECT_EQ(run.result.selections[1].iteration, 77);
  run.observe(2.1 * predicted);  // steps are noisier than the moments say, which is known now
  EXPECT_FALSE(run.selection.is_due(0.05));
  EXPECT_TRUE(run.selection.is_due(0.1));  // the planned ones come all the same

  options.reselect = Reselect::Planned;
  Selecting planned(model, options);
  planned.select(0);
  planned.observe(100 * predicted);
  EXPECT_FALSE(planned.selection.is_due(0.05));
}

TEST(PlainSelection, ADriftWithoutTimeForASelectionIsLetPass) {
  const testing::GaussianModel model = unit_model();
  Selecting run(model, drift_options(0.001));
  run.select(0);
  run.observe(100 * run.last().choice().squared_norm);
  ASSERT_TRUE(run.selection.is_due(0.05));
  EXPECT_EQ(run.select(0.05), std::nullopt);
  EXPECT_FALSE(run.selection.is_due(0.05));
  EXPECT_EQ(run.result.selections.size(), 1u);
}

TEST(PlainSelection, AnchorsAreSpreadOverTheStepsUntilTheNextPlannedTime) {
  const testing::GaussianModel model = unit_model();
  Selecting run(model, planned_options({"entropy", "anchored-taylor"}));
  const double anchoring = run.plan.costs->seconds({"rep"}, 2);  // an evaluation and the Hessian of one parameter
  const std::vector<std::pair<double, double>> times_and_steps = {{0, 100}, {0.1, 400}, {0.5, 500}};
  for (const auto& [progress, steps] : times_and_steps) {
    run.select(progress);
    ASSERT_EQ(run.last().costs.shared.size(), run.plan.costs->shared.size() + 1);
    EXPECT_NEAR(run.last().costs.shared.back().cost.per_step, anchoring / steps, 1e-15) << progress;
  }
  EXPECT_EQ(run.result.gradient_draws, 3 * (400 + 1));
}

TEST(PlainSelection, CostsAreMeasuredAgainAtEveryPlannedTime) {
  const testing::GaussianModel model = unit_model();
  FitOptions options = planned_options({"entropy", "taylor"});
  options.costs.reset();
  Selecting run(model, options);
  Index draws = 0;
  for (const double progress : {0.0, 0.1}) {
    run.select(progress);
    EXPECT_GT(run.result.gradient_draws, draws + 400);
    draws = run.result.gradient_draws;
    for (const std::string& name : run.terms.names()) EXPECT_TRUE(run.last().costs.has(name)) << name;
    EXPECT_GT(run.last().costs.seconds({"rep"}, 8), 0);
  }
}

TEST(PlainSelection, AChoiceThatFailsIsCountedUnlessTheUserStoppedIt) {
  ModelFunctions functions;
  functions.dimension = 1;
  functions.log_density = [](const Vector&, Vector&) { return std::nan(""); };
  const std::unique_ptr<Model> model = make_model(functions);
  for (const bool is_stopped : {false, true}) {
    Selecting run(*model, planned_options({"entropy"}), [&] { return is_stopped; });
    EXPECT_EQ(run.select(0), 1);
    EXPECT_TRUE(run.result.selections.empty());
    EXPECT_EQ(run.result.diagnostics.failed_selections, is_stopped ? 0 : 1);
    EXPECT_EQ(run.result.diagnostics.failed_draws, is_stopped ? 0 : 400);
    EXPECT_EQ(describe(run.stepper.recipe()), "rep");
  }
}

}  // namespace
}  // namespace g2t
