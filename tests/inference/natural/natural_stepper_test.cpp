// One step at a time on Gaussian posteriors, whose optimum is known, and on models whose draws fail.
#include <gtest/gtest.h>
#include <inference/natural/natural_selection.h>
#include <inference/natural/natural_stepper.h>

#include <cmath>
#include <g2t/core/streams.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/terms.hpp>
#include <limits>
#include <support/costs.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

/// A stepper with what it needs, whose steps are numbered.
struct Stepping {
  Stepping(const Model& model, Structure structure, const Recipe& recipe, const Costs* costs = nullptr)
      : terms(make_terms(model, structure, {"all"})), stepper(model, terms, costs, *clock, diagnostics, structure) {
    stepper.use(recipe);
  }
  bool step(NaturalFamily& q, const NoiseAllowance& allowed = {0.05}) {
    return stepper.step(q, allowed, streams::step(1, count++));
  }

  const TermSet terms;
  FitDiagnostics diagnostics;
  const std::unique_ptr<Clock> clock = make_cost_model_clock();
  NaturalStepper stepper;
  Index count = 0;
};

Recipe stl_pairs(Index draws = 8) { return recipe_by_name("stl", draws, true); }
Recipe rep_draws(Index draws = 8) { return recipe_by_name("rep", draws, false); }

/// N(3, 2^2).
testing::GaussianModel one_parameter() { return {Vector::Constant(1, 3), Matrix::Constant(1, 1, 0.25)}; }

Gaussian one_parameter_at(double mean, double sd = 2) {
  return isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, mean), sd);
}

/// N(0, 1), of which a part of every eight draws fails, or has a score beyond all numbers.
struct FailingDensity {
  const Index* failing;
  const double* steepness;
  mutable Index calls = 0;

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (calls++ % 8 < *failing) return gradient[0] = std::numeric_limits<double>::quiet_NaN();
    gradient[0] = *steepness > 0 ? *steepness : -z[0];
    return -0.5 * z[0] * z[0];
  }
};

TEST(NaturalStepper, AtTheOptimumStickingTheLandingHasNoGradient) {
  const testing::Autoregression density{Vector({{1, -2, 30}}), Vector({{0.1, 1, 20}}), 0.7};
  const testing::GaussianModel correlated(density.mean, density.covariance().inverse());
  const testing::GaussianModel independent(density.mean, density.sds.cwiseAbs2().cwiseInverse().asDiagonal());
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const bool is_dense = structure == Structure::Dense;
    const Model& model = is_dense ? correlated : independent;
    const Gaussian best = is_dense ? testing::dense_gaussian(density.mean, density.covariance())
                                   : testing::diagonal_gaussian(density.mean, density.sds);
    const std::unique_ptr<NaturalFamily> q = make_natural(best);
    Stepping stl(model, structure, stl_pairs());
    for (int k = 0; k < 20; ++k) EXPECT_TRUE(stl.step(*q));
    EXPECT_LT((q->gaussian().mean - best.mean).cwiseQuotient(density.sds).norm(), 1e-10);
    EXPECT_LT((standard_deviations(q->gaussian()) - density.sds).cwiseQuotient(density.sds).norm(), 1e-10);
    EXPECT_LT(stl.stepper.statistics().noise(), 1e-20);

    Stepping base(model, structure, rep_draws());  // which has noise there
    base.step(*q);
    EXPECT_GT((q->gaussian().mean - best.mean).cwiseQuotient(density.sds).norm(), 1e-3);
    EXPECT_GT(base.stepper.statistics().noise(), 1);
  }
}

// Of errors like the identity, whose trace counts, and of errors without a trace. The noise of 40,000 pairs is known to 1 %.
TEST(NaturalStepper, NoiseNearAGaussianPosteriorIsThatOfTheLinearPart) {
  constexpr Index d = 6, kRuns = 80;
  for (const bool has_trace : {true, false}) {
    Vector error = Vector::Constant(d, 0.2);  // of I - B, diagonal
    if (!has_trace) error.tail(d / 2) *= -1;
    const testing::GaussianModel model(Vector::Zero(d), (1 - error.array()).matrix().asDiagonal());
    double noise = 0, trace = 0;
    for (Index k = 0; k < kRuns; ++k) {
      const std::unique_ptr<NaturalFamily> q = make_natural(isotropic_gaussian(Structure::Dense, Vector::Zero(d), 1));
      Stepping run(model, Structure::Dense, stl_pairs(1000));
      run.count = k;
      run.step(*q);
      noise += run.stepper.statistics().noise() / kRuns;
      trace += 10 * run.stepper.state().trace / kRuns;  // a step counts a tenth
    }
    const double squares = error.squaredNorm();
    EXPECT_NEAR(trace, error.sum(), 0.02);
    EXPECT_NEAR(noise / noise_of_linear_part(d, 0.5 * squares, error.sum()), 1, 0.04) << has_trace;
  }
}

TEST(NaturalStepper, StepsLeadToTheOptimumFromFarAway) {
  const testing::GaussianModel model = one_parameter();
  // A single pair has no spread: its signal is that of two steps in a row. Single draws confuse a slope with a change of
  // scale, and start nearer.
  for (const Recipe& recipe : {stl_pairs(), stl_pairs(2), recipe_by_name("stl", 8, false)}) {
    const std::unique_ptr<NaturalFamily> q =
        make_natural(recipe.antithetic ? one_parameter_at(-5000, 0.01) : one_parameter_at(-50, 1));
    Stepping run(model, Structure::Diagonal, recipe);
    for (int k = 0; k < 200; ++k) EXPECT_TRUE(run.step(*q));
    EXPECT_NEAR(q->gaussian().mean[0], 3, 1e-6) << describe(recipe) << " of " << recipe.draws;
    EXPECT_NEAR(q->gaussian().scale[0], 2, 1e-6);
    EXPECT_EQ(run.stepper.draws(), 200 * recipe.draws);
    EXPECT_EQ(run.diagnostics.skipped_steps + run.diagnostics.shrunk_steps, 0);
  }
}

TEST(NaturalStepper, ASinglePairTellsSignalFromNoiseByThePairBefore) {
  const testing::GaussianModel model = one_parameter();
  const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(3));
  Stepping run(model, Structure::Diagonal, recipe_by_name("rep", 2, true));
  double sum = 0;
  for (int k = 0; k < 100; ++k) {
    run.step(*q, {0.001});
    sum += run.stepper.statistics().noise_share();
  }
  EXPECT_GT(sum / 100, 0.7);  // at the optimum all is noise
}

TEST(NaturalStepper, TheTrustRadiusGrowsFromHalfASdUntilAJump) {
  const testing::GaussianModel model = one_parameter();
  const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(-20000));
  Stepping run(model, Structure::Diagonal, stl_pairs());
  double before = q->gaussian().mean[0];
  const auto step_length = [&] {
    run.step(*q);
    const double length = (q->gaussian().mean[0] - before) / 2;
    before = q->gaussian().mean[0];
    return length;
  };
  // At the posterior's scale sticking the landing has no noise, so that every step is cut.
  for (int k = 0; k < 8; ++k) EXPECT_NEAR(step_length(), 0.5 * std::pow(1.5, k), 1e-9) << k;
  EXPECT_NEAR(q->gaussian().scale[0], 2, 1e-9);
  EXPECT_GT(run.stepper.statistics().signal(), 0);
  run.stepper.jump();
  EXPECT_EQ(run.stepper.statistics().signal(), 0);
  EXPECT_NEAR(step_length(), 0.5, 1e-9);
  EXPECT_NEAR(step_length(), 0.75, 1e-9);
  q->set_gaussian(one_parameter_at(before = 20000));  // the step before did not lead the right way
  EXPECT_NEAR(step_length(), -0.5, 1e-9);
}

TEST(NaturalStepper, ShrinksQWhenMostDrawsFail) {
  Index failing = 4;
  double steepness = 0;
  const std::unique_ptr<Model> model = make_model(FailingDensity{&failing, &steepness});
  const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(0, 1));
  Costs costs;
  costs.terms = {{"rep", {0, 1}}, {"entropy", {}}};
  Stepping run(*model, Structure::Diagonal, rep_draws(), &costs);
  EXPECT_TRUE(run.step(*q));  // half of them
  EXPECT_EQ(run.diagnostics.failed_draws, 4);
  EXPECT_EQ(run.diagnostics.shrunk_steps, 0);

  const Gaussian before = q->gaussian();
  for (const Index more : {5, 8}) {
    failing = more;
    EXPECT_FALSE(run.step(*q));
  }
  EXPECT_EQ(q->gaussian().mean, before.mean);
  EXPECT_NEAR(q->gaussian().scale[0], 0.49 * before.scale[0], 1e-12);
  EXPECT_EQ(run.diagnostics.failed_draws, 4 + 5 + 8);
  EXPECT_EQ(run.diagnostics.shrunk_steps, 2);
  EXPECT_EQ(run.stepper.consecutive_skips(), 2);
  EXPECT_EQ(run.stepper.draws(), 24);
  EXPECT_EQ(run.clock->seconds(), 24);  // draws that fail take time too

  failing = 0;
  EXPECT_TRUE(run.step(*q));
  EXPECT_EQ(run.stepper.consecutive_skips(), 0);
  EXPECT_EQ(run.diagnostics.shrunk_steps, 2);
}

TEST(NaturalStepper, AMoveThatIsNotFiniteIsNotMade) {
  const Index failing = 0;
  double steepness = 1.5e308;
  const std::unique_ptr<Model> model = make_model(FailingDensity{&failing, &steepness});
  const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(0, 1));
  Stepping run(*model, Structure::Diagonal, rep_draws());
  EXPECT_FALSE(run.step(*q));
  EXPECT_EQ(run.diagnostics.skipped_steps, 1);
  EXPECT_EQ(run.stepper.consecutive_skips(), 1);
  EXPECT_EQ(q->gaussian().mean[0], 0);
  EXPECT_EQ(q->gaussian().scale[0], 1);
  steepness = 0;
  EXPECT_TRUE(run.step(*q));  // what was seen then is not remembered
  EXPECT_EQ(run.stepper.consecutive_skips(), 0);
}

TEST(NaturalStepper, ChargesTheClockByTheCostTable) {
  const testing::GaussianModel model = one_parameter();
  const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(0));
  const Costs costs = testing::costs_with_taylor({});
  Stepping run(model, Structure::Diagonal, stl_pairs(), &costs);
  run.step(*q);
  EXPECT_DOUBLE_EQ(run.clock->seconds(), costs.of(stl_pairs()));
  run.stepper.use(rep_draws(20));
  run.step(*q);
  EXPECT_DOUBLE_EQ(run.clock->seconds(), costs.of(stl_pairs()) + costs.of(rep_draws(20)));

  Stepping free(model, Structure::Diagonal, stl_pairs());
  free.step(*q);
  EXPECT_EQ(free.clock->seconds(), 0);
}

TEST(NaturalStepper, FrozenStepSizesStayUntilAJump) {
  const testing::GaussianModel model = one_parameter();
  const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(3));
  Stepping run(model, Structure::Diagonal, rep_draws(2));
  const auto size_at = [&](double eps) {
    run.step(*q, {eps});
    return run.stepper.step_size();
  };
  run.stepper.freeze();  // before the first step there is nothing to keep
  double least = 1, most = 0;
  for (int k = 0; k < 30; ++k) {
    const double size = size_at(0.01);
    least = std::min(least, size);
    most = std::max(most, size);
  }
  run.stepper.freeze();
  const double frozen = size_at(0.01);
  EXPECT_GT(frozen, least);
  EXPECT_LT(frozen, most);
  for (const double eps : {0.05, 0.0001}) EXPECT_EQ(size_at(eps), frozen);
  run.stepper.freeze();
  EXPECT_EQ(size_at(0.05), frozen);
  run.stepper.jump();
  const double released = size_at(1e-9);  // the signal was forgotten, and the noise allows no more
  EXPECT_GT(released, 0);
  EXPECT_LT(released, 1e-3 * frozen);
}

TEST(NaturalStepper, LongGradientsAreCutAndCounted) {
  const testing::GaussianModel model = one_parameter();
  for (const double longest : {2.0, 1e9}) {
    const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(3));
    Stepping run(model, Structure::Diagonal, rep_draws());
    for (int k = 0; k < 20; ++k) run.step(*q, {0.001, 0, 1e9});
    EXPECT_EQ(run.diagnostics.cut_steps, 0);
    q->set_gaussian(one_parameter_at(3 + 2 * 10));  // ten sds off
    run.step(*q, {0.001, 0, longest});
    EXPECT_EQ(run.diagnostics.cut_steps, longest == 2 ? 1 : 0);
  }
}

TEST(NaturalStepper, WeightsChangeWithoutForgettingAndTermsWithForgetting) {
  const testing::GaussianModel model = one_parameter();
  const std::unique_ptr<NaturalFamily> q = make_natural(one_parameter_at(3));
  Recipe recipe = stl_pairs();
  recipe.weights = {-0.5};
  Stepping run(model, Structure::Diagonal, recipe);
  for (int k = 0; k < 20; ++k) run.step(*q);
  const double noise = run.stepper.statistics().noise();
  const Index count = run.stepper.moments().moments(run.terms).count;
  EXPECT_GT(noise, 0);
  EXPECT_GT(count, 0);
  recipe.weights = {-0.6};
  run.stepper.use(recipe);
  EXPECT_EQ(run.stepper.recipe().weights[0], -0.6);
  EXPECT_EQ(run.stepper.statistics().noise(), noise);

  run.stepper.use(recipe_by_name("rep", 8, true));
  EXPECT_EQ(run.stepper.statistics().noise(), 0);
  EXPECT_EQ(run.stepper.moments().moments(run.terms).count, count);  // entropy comes with any step
  for (int k = 0; k < 20; ++k) run.step(*q);
  run.stepper.use(recipe_by_name("rep", 16, true));
  EXPECT_EQ(run.stepper.statistics().noise(), 0);
  EXPECT_EQ(run.stepper.moments().moments(run.terms).count, 0);
}

TEST(NaturalStepper, TheMetricIsThePosteriorsCurvatureWhateverTheRecipe) {
  const testing::Autoregression density{Vector({{1, -2}}), Vector({{0.1, 20}}), 0.6};
  const testing::GaussianModel model(density.mean, density.covariance().inverse());
  for (const Recipe& recipe : {stl_pairs(), rep_draws(), recipe_by_name("rep", 8, true)}) {
    const std::unique_ptr<NaturalFamily> q =
        make_natural(testing::diagonal_gaussian(density.mean, density.conditional_sds()));
    Stepping run(model, Structure::Diagonal, recipe);
    for (int k = 0; k < 400; ++k) run.step(*q, {0.001});
    ASSERT_TRUE(run.stepper.metric()->is_usable());
    // In these units ones and -0.6. An entry of a unit has a variance of about 2; 1600 units: 0.035.
    const Matrix expected{{1, -0.6}, {-0.6, 1}}, seen = run.stepper.metric()->curvature(density.conditional_sds());
    EXPECT_LT((seen - expected).cwiseAbs().maxCoeff(), 5 * 0.035) << describe(recipe);
  }
}

TEST(NaturalStepper, TheMetricIsForSeveralParametersOfAMeanFieldQ) {
  const auto has_metric = [](Index d, Structure structure) {
    const testing::GaussianModel model(Vector::Zero(d), Matrix::Identity(d, d));
    return Stepping(model, structure, stl_pairs()).stepper.metric() != nullptr;
  };
  EXPECT_FALSE(has_metric(1, Structure::Diagonal));
  EXPECT_TRUE(has_metric(2, Structure::Diagonal));
  EXPECT_FALSE(has_metric(2, Structure::Dense));
}

TEST(NaturalStepper, TheMetricLeadsAlongAValley) {
  const testing::Autoregression density{Vector({{1, -2}}), Vector({{1, 20}}), 0.999};
  const testing::GaussianModel model(density.mean, density.covariance().inverse());
  Gaussian start = testing::diagonal_gaussian(density.mean, density.conditional_sds());
  start.mean += density.sds;  // along the valley: one sd of the posterior, 22 of q
  const std::unique_ptr<NaturalFamily> q = make_natural(start);
  Stepping run(model, Structure::Diagonal, recipe_by_name("miller", 8, true));  // without noise
  run.stepper.metric()->set(density.covariance().inverse(), 1e9);
  // By single parameters a step of 1/2 leaves 1 - 0.001 / 2 of the distance, as that is the curvature along the valley.
  for (int k = 0; k < 60; ++k) run.step(*q);
  EXPECT_LT((q->gaussian().mean - density.mean).cwiseQuotient(density.sds).norm(), 0.01);
}

}  // namespace
}  // namespace g2t
