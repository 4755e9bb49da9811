// How many draws a test of convergence takes, and what they cost, at an optimum that is known.
#include <gtest/gtest.h>
#include <inference/natural/convergence_test.h>

#include <cmath>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/terms.hpp>
#include <support/costs.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

/// A test at the posterior itself, N(0, I) of two parameters.
struct TestedOptimum {
  TestedOptimum(const Recipe& recipe, Structure structure, std::function<bool()> should_stop = {})
      : terms(make_terms(model, structure, {"entropy"})), hooks{{}, {}, std::move(should_stop), false},
        stepper(model, terms, &*plan.costs, *clock, diagnostics, structure), limits(plan, hooks, *clock),
        test(model, terms, plan, limits, *clock),
        q(make_natural(isotropic_gaussian(structure, Vector::Zero(2), 1))) {
    stepper.use(recipe);
  }
  TestReport run(double block_draws, Index round = 1) { return test.run(*q, stepper, block_draws, round, 1e-9); }

  static FitPlan with_costs() {
    FitPlan out;
    out.costs = testing::costs_with_taylor({});
    out.options.answer = AnswerWay::Gaussian;
    out.options.tolerance = 0.02;
    return out;
  }

  const testing::GaussianModel model{Vector::Zero(2), Matrix::Identity(2, 2)};
  FitPlan plan = with_costs();
  TermSet terms;
  FitHooks hooks;
  FitDiagnostics diagnostics;
  std::unique_ptr<Clock> clock = make_cost_model_clock();
  NaturalStepper stepper;
  RunLimits limits;
  ConvergenceTest test;
  std::unique_ptr<NaturalFamily> q;
};

TEST(ConvergenceTest, TheToleranceIsADistanceInSds) {
  const TestedOptimum run(recipe_by_name("stl", 8, true), Structure::Dense);
  const double allowed = run.test.tolerated_gap();
  EXPECT_DOUBLE_EQ(allowed, 0.5 * 2 * 0.02 * 0.02);
  TestedOptimum start(recipe_by_name("stl", 8, true), Structure::Dense);
  start.plan.options.answer = AnswerWay::Auto;
  EXPECT_DOUBLE_EQ(start.test.tolerated_gap(), 4 * allowed);  // chains and weights do the rest
  EXPECT_TRUE(run.test.is_small(0.6 * allowed, 0.4 * allowed));
  EXPECT_FALSE(run.test.is_small(0.7 * allowed, 0.4 * allowed));
  EXPECT_FALSE(run.test.is_small(-allowed, 1.1 * allowed));  // below zero it is all error
}

TEST(ConvergenceTest, PassesByTheGapAndEveryMean) {
  const TestedOptimum run(recipe_by_name("stl", 8, true), Structure::Dense);
  GapReport gap;
  EXPECT_FALSE(run.test.is_passed(gap));  // not known
  gap.value = 0.5 * run.test.tolerated_gap();
  gap.standard_error = 0.4 * run.test.tolerated_gap();
  EXPECT_FALSE(run.test.is_passed(gap));  // of the draws that were looked at
  gap.is_confirmed = true;
  EXPECT_TRUE(run.test.is_passed(gap));
  gap.standard_error = 0.6 * run.test.tolerated_gap();
  EXPECT_FALSE(run.test.is_passed(gap));
  gap.standard_error = 0;
  gap.largest_offset = 0.11;  // sds
  EXPECT_FALSE(run.test.is_passed(gap));
}

TEST(ConvergenceTest, StallsIfALargeGapHardlyShrinks) {
  const TestedOptimum run(recipe_by_name("stl", 8, true), Structure::Dense);
  GapEstimate before, after;
  before.gap = 1, before.standard_error = after.standard_error = 0.01, after.gap = 0.9;
  EXPECT_TRUE(run.test.is_stalled(before, after));
  after.gap = 0.7;
  EXPECT_FALSE(run.test.is_stalled(before, after));
  after.gap = 0.9, before.standard_error = 0.4;  // noise
  EXPECT_FALSE(run.test.is_stalled(before, after));
  before = after = {};
  EXPECT_FALSE(run.test.is_stalled(before, after));  // small
}

TEST(ConvergenceTest, ADecisionTakesASixteenthOfTheBlocksDraws) {
  const Recipe recipe = recipe_by_name("stl", 8, true);  // without noise at the optimum
  TestedOptimum run(recipe, Structure::Dense);
  const TestReport report = run.run(64000);
  ASSERT_TRUE(report.gap.has_value());
  EXPECT_NEAR(report.gap->gap, 0, 1e-12);
  EXPECT_EQ(report.draws, 8000);  // half of them confirm
  EXPECT_NEAR(run.clock->seconds(), 2 * run.plan.costs->of(recipe, 4000), 1e-9);
  EXPECT_TRUE(report.summary.is_confirmed);
  EXPECT_EQ(run.run(64).draws, 2 * 2 * 2 * 16);  // two pairs a batch at least
}

TEST(ConvergenceTest, WithoutADecisionDrawsAreDoubledUpToHalfOfTheBlocks) {
  for (const bool antithetic : {true, false}) {
    const Recipe recipe = recipe_by_name("rep", 8, antithetic);
    TestedOptimum run(recipe, Structure::Dense);
    run.plan.options.tolerance = 1e-4;
    const TestReport report = run.run(64000);
    ASSERT_TRUE(report.gap.has_value());
    ASSERT_FALSE(run.test.is_small(report.gap->gap, report.gap->standard_error));
    EXPECT_EQ(report.draws, 32000) << antithetic;
    EXPECT_EQ(report.gap->draws, 32000);
    EXPECT_NEAR(report.gap->gap, 0, 5 * report.gap->standard_error);
    double seconds = 0;
    for (const Index part : {4000, 4000, 8000, 16000}) seconds += run.plan.costs->of(recipe, part);
    EXPECT_NEAR(run.clock->seconds(), seconds, 1e-9);
  }
}

// A gap of the tolerance itself, or more, passes once in twenty times at most, over three tests of growing length; and what is
// reported of fresh draws is not low: its standard error over the runs is below 1 %.
TEST(ConvergenceTest, GapsThatAreTooLargeHardlyPass) {
  for (const double ratio : {1.0, 1.5}) {
    int passed = 0, confirmed = 0;
    double sum = 0;
    constexpr int kRuns = 400;
    TestedOptimum run(recipe_by_name("rep", 8, true), Structure::Dense);
    const double gap = ratio * run.test.tolerated_gap();
    run.plan.options.tolerance = 0.2;
    run.q->set_gaussian(isotropic_gaussian(Structure::Dense, Vector::Constant(2, std::sqrt(100 * gap)), 1));
    for (int seed = 1; seed <= kRuns; ++seed) {
      run.plan.options.seed = static_cast<std::uint64_t>(seed);
      bool is_passed = false;
      for (Index block = 1; block <= 3 && !is_passed; ++block) {
        const TestReport report = run.run(1000 << block, block);
        is_passed = run.test.is_passed(report.summary);
        if (!report.summary.is_confirmed) continue;
        ++confirmed;
        sum += report.summary.value / (100 * gap);
      }
      passed += is_passed;
    }
    EXPECT_LE(passed, kRuns / 20) << ratio;
    if (ratio > 1) continue;  // then hardly a test came to confirm
    EXPECT_GT(confirmed, 100);
    EXPECT_NEAR(sum / confirmed, 1, 0.03);
  }
}

TEST(ConvergenceTest, AGapThatIsClearlyTooLargeIsADecisionToo) {
  TestedOptimum run(recipe_by_name("rep", 8, true), Structure::Dense);
  run.q->set_gaussian(isotropic_gaussian(Structure::Dense, Vector::Constant(2, 1), 1));  // a nat
  const TestReport report = run.run(64000);
  EXPECT_EQ(report.draws, 4000);
  EXPECT_NEAR(report.gap->gap, 1, 5 * report.gap->standard_error);
}

TEST(ConvergenceTest, EveryOneHasDrawsOfItsOwn) {
  TestedOptimum run(recipe_by_name("rep", 8, true), Structure::Dense);
  const double first = run.run(640, 1).gap->gap;
  EXPECT_EQ(run.run(640, 1).gap->gap, first);
  EXPECT_NE(run.run(640, 2).gap->gap, first);
}

TEST(ConvergenceTest, AMeanFieldGapNeedsAMetric) {
  TestedOptimum run(recipe_by_name("stl", 8, true), Structure::Diagonal);
  const TestReport unknown = run.run(6400);
  EXPECT_FALSE(unknown.gap.has_value());
  EXPECT_EQ(unknown.draws, 0);
  EXPECT_EQ(run.clock->seconds(), 0);
  run.stepper.metric()->set(Matrix::Identity(2, 2), 1e6);
  EXPECT_TRUE(run.run(6400).gap.has_value());
}

TEST(ConvergenceTest, ARequestToStopEndsTheDoubling) {
  TestedOptimum run(recipe_by_name("rep", 8, true), Structure::Dense, [] { return true; });
  EXPECT_EQ(run.run(6400).draws, 12 * 16 * 2);  // the first part alone
}

}  // namespace
}  // namespace g2t
