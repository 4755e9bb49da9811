// What users can ask of the selections of a natural run: times, anchors, measured costs, draws, pools, an end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/estimators/recipes.hpp>

#include "selected_run.hpp"

namespace g2t {
namespace {

using ::testing::ElementsAre;
using testing::SelectedRun;
using testing::selected_model;
using testing::selected_options;
using testing::kManyDraws;
using testing::kFewDraws;

TEST(NaturalSelectionOnDemand, TheUsersTimesAreKept) {
  const testing::GaussianModel model = selected_model();
  FitOptions options = selected_options({"entropy", "taylor"});
  options.select_at = {0.1, 0.2, 0.5};
  SelectedRun run(model, options);
  run.block(100, kManyDraws);
  run.begin(kManyDraws);
  run.consider(0.09);
  EXPECT_EQ(run.choices(), 0u);
  run.consider(0.3);
  EXPECT_EQ(run.choices(), 1u);  // one for two
  EXPECT_EQ(run.result.gradient_draws, options.select_draws);
  EXPECT_TRUE(run.uses("taylor"));
  run.consider(0.49);
  EXPECT_EQ(run.choices(), 1u);
  run.consider(0.5);
  run.consider(0.9);
  EXPECT_EQ(run.choices(), 2u);
  EXPECT_NEAR(run.result.seconds.selection, 2 * run.plan.costs->seconds(run.terms.names(), options.select_draws), 1e-9);
}

TEST(NaturalSelectionOnDemand, AnchorsAreSetAndSpreadOverTheSteps) {
  const testing::GaussianModel model = selected_model();
  FitOptions options = selected_options({"entropy", "anchored-taylor"});
  options.costs = testing::costs_with_taylor({});
  options.select_at = {0.25, 0.5};
  SelectedRun run(model, options);
  run.steps(100);
  const double before = run.clock->seconds();
  run.consider(0.25);
  ASSERT_EQ(run.choices(), 1u);
  const Costs& costs = run.result.selections[0].selection.costs;
  // As many steps are between 0.25 and 0.5 as before; the anchor took an evaluation and a Hessian, as three more.
  const double anchoring = run.plan.costs->seconds({"rep"}, 4);
  ASSERT_EQ(costs.shared.size(), run.plan.costs->shared.size() + 1);
  EXPECT_NEAR(costs.shared.back().cost.per_step, anchoring / 100, 1e-15);
  EXPECT_NEAR(run.clock->seconds() - before,
              anchoring + costs.seconds(run.terms.names(), options.select_draws), 1e-9);
  EXPECT_EQ(run.result.gradient_draws, options.select_draws + 1);
}

TEST(NaturalSelectionOnDemand, CostsAreMeasuredOnceForAllTerms) {
  const testing::GaussianModel model = selected_model();
  FitOptions options = selected_options({"entropy", "taylor"});
  options.costs.reset();
  options.select_at = {0.25, 0.5};
  SelectedRun run(model, options);
  run.block(20, kFewDraws);
  run.consider(0.25);
  ASSERT_EQ(run.choices(), 1u);
  const Costs& costs = run.result.selections[0].selection.costs;
  for (const std::string& name : run.terms.names()) EXPECT_TRUE(costs.has(name)) << name;
  EXPECT_GT(costs.seconds({"rep"}, 8), 0);
  const Index draws = run.result.gradient_draws;
  EXPECT_GT(draws, options.select_draws);
  run.consider(0.5);
  ASSERT_EQ(run.choices(), 2u);
  EXPECT_EQ(run.result.gradient_draws, draws + options.select_draws);
}

TEST(NaturalSelectionOnDemand, DrawsAreChosenBetweenBlocksAlone) {
  const testing::GaussianModel model = selected_model();
  FitOptions options = selected_options({"entropy"});
  options.draws = kChosenDraws;
  options.costs->terms = {{"rep", {1e-3, 1e-9}}, {"entropy", {}}};  // draws cost next to nothing
  SelectedRun run(model, options);
  run.begin(kManyDraws);
  EXPECT_EQ(run.stepper.recipe().draws, 8);
  run.steps(400);
  run.selection.end_block(400, run.stepper, run.result);
  run.consider();
  EXPECT_NE(run.selection.last(), nullptr);
  EXPECT_EQ(run.stepper.recipe().draws, 8);
  run.begin(kManyDraws);
  EXPECT_EQ(run.stepper.recipe().draws, 64);
  EXPECT_EQ(run.result.gradient_draws, 0);
}

TEST(NaturalSelectionOnDemand, ABlocksStepsAreTimedWithoutItsSelections) {
  const testing::GaussianModel model = selected_model();
  SelectedRun run(model, selected_options({"entropy", "taylor"}));
  run.block(50, kFewDraws);
  EXPECT_NEAR(run.result.diagnostics.observed_step_seconds, run.plan.costs->of(run.selection.first_recipe()), 1e-12);
  run.block(50, kManyDraws);
  ASSERT_EQ(run.choices(), 1u);
  EXPECT_NEAR(run.result.diagnostics.observed_step_seconds, run.plan.costs->of(run.stepper.recipe()), 1e-12);
}

TEST(NaturalSelectionOnDemand, AChoiceThatFailsIsCountedUnlessTheUserStoppedIt) {
  for (const bool is_stopped : {false, true}) {
    ModelFunctions functions;
    functions.dimension = 2;
    functions.log_density = [](const Vector&, Vector&) { return std::nan(""); };
    const std::unique_ptr<Model> model = make_model(functions);
    FitOptions options = selected_options({"entropy"});
    options.select_at = {0.25};
    SelectedRun run(*model, options, [&] { return is_stopped; });
    const std::string before = describe(run.stepper.recipe());
    run.consider(0.25);
    EXPECT_EQ(run.choices(), 0u);
    EXPECT_EQ(run.result.diagnostics.failed_selections, is_stopped ? 0 : 1);
    EXPECT_EQ(run.result.diagnostics.failed_draws, is_stopped ? 0 : options.select_draws);
    EXPECT_EQ(describe(run.stepper.recipe()), before);
  }
}

TEST(NaturalSelectionOnDemand, OfAPoolTheBestIsChosen) {
  const testing::GaussianModel model = selected_model();
  FitOptions options = selected_options({"all"});
  for (const char* const name : {"rep", "stl", "miller"}) options.pool.push_back({name, recipe_by_name(name, 8, true)});
  SelectedRun run(model, options);
  run.begin(kFewDraws);  // not the steps' own moments, but a trial of all before the first step
  ASSERT_EQ(run.choices(), 1u);
  EXPECT_EQ(run.result.selections[0].selection.choice().name, "miller");
  EXPECT_THAT(run.stepper.recipe().control_variates, ElementsAre("taylor"));
}

}  // namespace
}  // namespace g2t
