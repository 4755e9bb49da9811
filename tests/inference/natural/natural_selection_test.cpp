// The estimator of a natural run on the clock of a cost table: first recipe, trials that pay, refits, times asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/natural/natural_selection.h>

#include <cmath>
#include <g2t/core/streams.hpp>
#include <g2t/estimators/recipes.hpp>
#include <support/costs.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

using ::testing::ElementsAre;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

testing::Autoregression selected_density() { return {Vector({{1, -2, 3}}), Vector({{0.5, 1, 2}}), 0.6}; }

testing::GaussianModel selected_model() {
  return {selected_density().mean, selected_density().covariance().inverse()};
}

/// The best mean-field q, at which sticking the landing has noise because of the correlation.
Gaussian selected_q() {
  return testing::diagonal_gaussian(selected_density().mean, selected_density().conditional_sds());
}

FitOptions selected_options(const std::vector<std::string>& control_variates) {
  FitOptions options;
  options.family = FamilyChoice::MeanField;
  options.control_variates = control_variates;
  options.iterations = 1'000'000;
  options.costs = testing::costs_with_taylor({0, 1e-7});
  return options;
}

/// Blocks of steps that hardly move q, with the selections between them.
struct SelectedRun {
  SelectedRun(const Model& model, const FitOptions& options, std::function<bool()> should_stop = {})
      : plan(plan_fit(model, options)), terms(make_terms(model, plan.start.structure, plan.control_variates)),
        hooks{{}, {}, std::move(should_stop), false},
        stepper(model, terms, plan.costs ? &*plan.costs : nullptr, *clock, result.diagnostics, plan.start.structure),
        limits(plan, hooks, *clock), selection(model, terms, plan, limits, *clock),
        q(make_natural(model.dimension() == 3 ? selected_q() : plan.start)) {
    stepper.use(selection.first_recipe());
  }
  void steps(Index count) {
    for (Index k = 0; k < count; ++k) stepper.step(*q, {1e-9}, streams::step(1, result.iterations++));
  }
  /// A block of so many steps, announced as one of so many draws.
  void block(Index count, Index draws) {
    begin(draws);
    steps(count);
    selection.end_block(count, stepper, result);
  }
  void begin(Index draws) { selection.begin_block(draws, *q, stepper, result); }
  void consider(double progress = 0.5) { selection.consider(progress, *q, stepper, result); }
  [[nodiscard]] std::size_t choices() const { return result.selections.size(); }
  [[nodiscard]] bool uses(const std::string& kind) const {
    const Recipe& recipe = stepper.recipe();
    return std::any_of(recipe.control_variates.begin(), recipe.control_variates.end(),
                       [&](const std::string& name) { return name.substr(0, name.find('.')) == kind; });
  }

  FitPlan plan;
  TermSet terms;
  FitHooks hooks;
  FitResult result;
  std::unique_ptr<Clock> clock = make_cost_model_clock();
  NaturalStepper stepper;
  RunLimits limits;
  NaturalSelection selection;
  std::unique_ptr<NaturalFamily> q;
};

constexpr Index kManyDraws = 1'000'000, kFewDraws = 2000;

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

TEST(NaturalSelection, TheUsersTimesAreKept) {
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

TEST(NaturalSelection, AnchorsAreSetAndSpreadOverTheSteps) {
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

TEST(NaturalSelection, CostsAreMeasuredOnceForAllTerms) {
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

TEST(NaturalSelection, DrawsAreChosenBetweenBlocksAlone) {
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

TEST(NaturalSelection, ABlocksStepsAreTimedWithoutItsSelections) {
  const testing::GaussianModel model = selected_model();
  SelectedRun run(model, selected_options({"entropy", "taylor"}));
  run.block(50, kFewDraws);
  EXPECT_NEAR(run.result.diagnostics.observed_step_seconds, run.plan.costs->of(run.selection.first_recipe()), 1e-12);
  run.block(50, kManyDraws);
  ASSERT_EQ(run.choices(), 1u);
  EXPECT_NEAR(run.result.diagnostics.observed_step_seconds, run.plan.costs->of(run.stepper.recipe()), 1e-12);
}

TEST(NaturalSelection, AChoiceThatFailsIsCountedUnlessTheUserStoppedIt) {
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

TEST(NaturalSelection, OfAPoolTheBestIsChosen) {
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
