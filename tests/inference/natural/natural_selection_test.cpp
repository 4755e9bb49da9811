// The estimator of a natural run on the clock of a cost table: first recipe, trials that pay, refits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/estimators/recipes.hpp>

#include "selected_run.hpp"

namespace g2t {
namespace {

using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using testing::SelectedRun;
using testing::selected_model;
using testing::selected_options;
using testing::selected_q;
using testing::selected_density;
using testing::kManyDraws;
using testing::kFewDraws;

TEST(NaturalSelection, TheFirstRecipeFollowsTheRule) {
  const testing::GaussianModel model = selected_model();
  const auto first_of = [&](const FitOptions& options) { return SelectedRun(model, options).selection.first_recipe(); };
  FitOptions options = selected_options({"all"});
  const Recipe automatic = first_of(options);
  EXPECT_THAT(automatic.control_variates, Not(IsEmpty()));
  EXPECT_THAT(automatic.control_variates, Each(StartsWith("entropy")));
  EXPECT_THAT(automatic.weights, Each(-1.0));
  EXPECT_EQ(automatic.draws, options.draws);
  EXPECT_TRUE(automatic.antithetic);

  EXPECT_THAT(first_of(selected_options({"taylor"})).control_variates, IsEmpty());
  options.estimator = EstimatorRule::Fixed;
  EXPECT_THAT(first_of(options).control_variates, IsEmpty());
  options = selected_options({"all"});
  options.pool = {{"stl", recipe_by_name("stl", 8, true)}};
  EXPECT_THAT(first_of(options).control_variates, IsEmpty());
  options = selected_options({"all"});
  options.recipe = recipe_by_name("miller", 10, false);
  EXPECT_EQ(describe(first_of(options)), describe(*options.recipe));
  EXPECT_EQ(first_of(options).draws, 10);
}

TEST(NaturalSelection, ATrialComesBeforeTheBlockThatItPaysIn) {
  const testing::GaussianModel model = selected_model();
  SelectedRun run(model, selected_options({"entropy", "taylor"}));
  run.block(100, kManyDraws);
  EXPECT_EQ(run.choices(), 0u);  // nothing is known before the first block
  run.begin(kFewDraws);
  EXPECT_EQ(run.choices(), 0u);  // a trial is of some 300 draws, and a hundredth of the time is for trials
  EXPECT_EQ(run.result.gradient_draws, 0);

  const double before = run.clock->seconds();
  run.begin(kManyDraws);
  ASSERT_EQ(run.choices(), 1u);
  EXPECT_EQ(run.result.selections[0].iteration, 100);
  EXPECT_TRUE(run.uses("taylor"));  // exact for a Gaussian, and cheap
  EXPECT_EQ(run.result.gradient_draws, 128);
  EXPECT_NEAR(run.clock->seconds() - before, run.plan.costs->seconds(run.terms.names(), 128), 1e-12);
  EXPECT_NEAR(run.result.seconds.selection, run.clock->seconds() - before, 1e-12);
  EXPECT_DOUBLE_EQ(run.result.diagnostics.predicted_step_seconds, run.plan.costs->of(run.stepper.recipe()));
  ASSERT_NE(run.selection.last(), nullptr);

  run.block(100, kManyDraws);
  run.begin(kManyDraws);
  EXPECT_EQ(run.choices(), 1u);  // all terms come with the steps now
}

TEST(NaturalSelection, TermsThatCostMoreThanTheyCanSaveAreNotTried) {
  const testing::GaussianModel model = selected_model();
  FitOptions options = selected_options({"entropy", "taylor"});
  // A step is 18 us. At most two thirds of the noise can go, so that three times that never pays.
  for (const double microseconds : {35.0, 37.0}) {
    options.costs = testing::costs_with_taylor({microseconds * 1e-6, 0});
    SelectedRun run(model, options);
    run.block(100, kManyDraws);
    ASSERT_GT(run.stepper.statistics().noise_share(), 0.97);
    run.begin(kManyDraws);
    EXPECT_EQ(run.choices(), microseconds < 36 ? 1u : 0u) << microseconds;
  }
}

TEST(NaturalSelection, AfterATrialThatBroughtNothingADriftBringsAnother) {
  const testing::GaussianModel model = selected_model();
  // Off the diagonal of the curvature the prior says nothing.
  SelectedRun run(model, selected_options({"entropy", "prior"}));
  run.block(100, kManyDraws);
  run.block(100, kManyDraws);
  ASSERT_EQ(run.choices(), 1u);
  EXPECT_FALSE(run.uses("prior"));
  run.block(100, kManyDraws);
  EXPECT_EQ(run.choices(), 1u);
  run.selection.begin_block(kFewDraws, *run.q, run.stepper, run.result);
  Gaussian wide = selected_q();
  wide.scale *= 3;
  for (int k = 0; k < 60; ++k) {  // nine times the curvature in q's units
    run.q->set_gaussian(wide);
    run.steps(1);
  }
  run.selection.end_block(60, run.stepper, run.result);
  run.q->set_gaussian(wide);
  run.begin(kManyDraws);
  EXPECT_EQ(run.choices(), 2u);
}

TEST(NaturalSelection, WeightsAreRefittedFromTheStepsOwnMoments) {
  const testing::GaussianModel model(selected_density().mean, selected_q().scale.cwiseAbs2().cwiseInverse().asDiagonal());
  SelectedRun run(model, selected_options({"entropy", "taylor"}));
  Recipe recipe = run.stepper.recipe();
  recipe.weights.assign(recipe.weights.size(), -0.3);
  run.stepper.use(recipe);
  run.consider();
  EXPECT_EQ(run.selection.last(), nullptr);  // there are no moments yet
  EXPECT_EQ(describe(run.stepper.recipe()), describe(recipe));
  run.steps(60);
  const double before = run.clock->seconds();
  run.consider();
  ASSERT_NE(run.selection.last(), nullptr);
  // Sticking the landing has no noise at the optimum of independent parameters.
  EXPECT_THAT(run.stepper.recipe().control_variates, recipe.control_variates);
  for (const double weight : run.stepper.recipe().weights) EXPECT_NEAR(weight, -1, 0.05);
  EXPECT_EQ(run.result.gradient_draws, 0);
  EXPECT_EQ(run.clock->seconds(), before);
  EXPECT_EQ(run.choices(), 0u);  // that is no selection of its own
}

TEST(NaturalSelection, AGivenRecipeStays) {
  const testing::GaussianModel model = selected_model();
  FitOptions options = selected_options({"all"});
  options.recipe = recipe_by_name("stl", 8, true);
  SelectedRun run(model, options);
  run.block(100, kManyDraws);
  run.consider();
  run.begin(kManyDraws);
  EXPECT_EQ(run.selection.last(), nullptr);
  EXPECT_EQ(describe(run.stepper.recipe()), describe(*options.recipe));
}

}  // namespace
}  // namespace g2t
