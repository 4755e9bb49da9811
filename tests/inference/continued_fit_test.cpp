// Two fits of half the steps are one of all steps: a result carries what its run had learned.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/invalid_setting.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/simulate.hpp>
#include <support/costs.hpp>
#include <support/gaussians.hpp>
#include <support/target_fits.hpp>

#include <algorithm>

namespace g2t {
namespace {

using ::testing::HasSubstr;

void expect_same(const FitResult& a, const FitResult& b) {
  EXPECT_EQ(a.q.mean, b.q.mean);
  EXPECT_EQ(a.q.scale, b.q.scale);
  EXPECT_EQ(a.q.cholesky, b.q.cholesky);
  EXPECT_EQ(a.elbo.value, b.elbo.value);
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.gradient_draws, b.gradient_draws);
  EXPECT_EQ(a.step_draws, b.step_draws);
  EXPECT_EQ(a.step_size, b.step_size);
  EXPECT_EQ(a.recipe, b.recipe);
  EXPECT_EQ(a.is_average, b.is_average);
  EXPECT_EQ(a.mcse_mean, b.mcse_mean);
  EXPECT_EQ(a.marginal_sd_ratio, b.marginal_sd_ratio);
  EXPECT_EQ(a.diagnostics.blocks, b.diagnostics.blocks);
  EXPECT_EQ(a.diagnostics.failed_draws, b.diagnostics.failed_draws);
  EXPECT_EQ(a.diagnostics.model_gradients, b.diagnostics.model_gradients);
  EXPECT_EQ(a.starts.size(), b.starts.size());
  EXPECT_NEAR(a.seconds.total, b.seconds.total, 1e-12 * a.seconds.total);
  EXPECT_NEAR(a.seconds.steps, b.seconds.steps, 1e-9 * a.seconds.total);
  ASSERT_EQ(a.trace.size(), b.trace.size());
  for (std::size_t k = 0; k < a.trace.size(); ++k) {
    EXPECT_EQ(a.trace[k].iteration, b.trace[k].iteration);
    EXPECT_EQ(a.trace[k].elapsed_seconds, b.trace[k].elapsed_seconds);
    EXPECT_EQ(a.trace[k].elbo.value, b.trace[k].elbo.value);
  }
  ASSERT_EQ(a.selections.size(), b.selections.size());
  for (std::size_t k = 0; k < a.selections.size(); ++k) {
    EXPECT_EQ(a.selections[k].iteration, b.selections[k].iteration);
    EXPECT_EQ(a.selections[k].selection.choice().recipe, b.selections[k].selection.choice().recipe);
  }
}

// One fit, and the same in parts of so many steps.
void expect_parts_are_the_whole(const Model& model, FitOptions options, const std::vector<Index>& parts) {
  options.iterations = 0;
  for (const Index steps : parts) *options.iterations += steps;
  const FitResult whole = fit(model, options);
  FitResult part;
  for (const Index steps : parts) {
    if (part.state) options.start = part;
    options.iterations = steps;
    part = fit(model, options);
  }
  ASSERT_EQ(whole.iterations, part.iterations);
  expect_same(whole, part);
}

FitOptions natural_options(FamilyChoice family) {
  FitOptions options;
  options.answer = AnswerWay::Gaussian;
  options.family = family;
  options.seed = 4;
  options.tolerance = 1e-6;  // never reached
  options.costs = testing::costs_with_taylor({1e-4, 1e-5, {}});
  return options;
}

FitOptions plain_options() {
  FitOptions options = plain_fit_options();
  options.seed = 4;
  options.recipe = Recipe{"rep", {"entropy"}, {-1}, 8, false};
  options.step_size = 1e-3;
  options.averaging = Averaging::None;
  options.costs = testing::costs_with_taylor({1e-4, 1e-5, {}});
  return options;
}

// A logistic regression, which has all control variates.
std::unique_ptr<Model> regression() {
  return make_logistic(simulate_logistic(200, 6, 3).data);
}

class ContinuedFit : public ::testing::TestWithParam<FamilyChoice> {};

TEST_P(ContinuedFit, OfHalvesIsTheWholeWithinABlock) {
  expect_parts_are_the_whole(*testing::named("bent_ridge").model, natural_options(GetParam()), {60, 60});
}

// Far from the optimum each step depends on the one before: its length, and the curvature along it.
TEST_P(ContinuedFit, OfSingleStepsIsTheWholeFromAFarStart) {
  const testing::GaussianModel model(Vector::Zero(4), testing::wavy_precision(4));
  FitOptions options = natural_options(GetParam());
  const bool is_dense = GetParam() == FamilyChoice::FullRank;
  options.start = isotropic_gaussian(is_dense ? Structure::Dense : Structure::Diagonal, Vector::Constant(4, 1000), 0.5);
  expect_parts_are_the_whole(model, options, {1, 1, 1, 1, 1, 2, 3, 5, 8, 13, 40});
}

TEST_P(ContinuedFit, OfManyPartsIsTheWholeOverManyBlocks) {
  FitOptions options = natural_options(GetParam());
  options.control_variates = {"entropy", "taylor", "prior"};
  expect_parts_are_the_whole(*regression(), options, {7, 300, 1, 900, 1500});
}

TEST_P(ContinuedFit, WithoutAStepIsTheResultBefore) {
  expect_parts_are_the_whole(*regression(), natural_options(GetParam()), {60, 0, 60});
  expect_parts_are_the_whole(*regression(), natural_options(GetParam()), {700, 0});
}

TEST_P(ContinuedFit, ThatIsStoppedAtOnceIsTheResultBefore) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(GetParam());
  options.iterations = 300;
  const FitResult before = fit(*model, options);
  options.start = before;
  FitHooks hooks;
  hooks.should_stop = [] { return true; };
  const FitResult after = fit(*model, options, hooks);
  EXPECT_EQ(after.status, FitStatus::Interrupted);
  EXPECT_EQ(after.q.mean, before.q.mean);
  EXPECT_EQ(after.iterations, before.iterations);
}

// Another estimator in the second part, whose anchor the third takes over.
TEST_P(ContinuedFit, KeepsAnchorsOfALaterPart) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(GetParam());
  options.iterations = 100;
  options.start = fit(*model, options);
  options.recipe = Recipe{"rep", {"anchored-taylor"}, {-0.7}, 8, true};
  FitOptions longer = options;
  longer.iterations = 200;
  const FitResult whole = fit(*model, longer);
  options.start = fit(*model, options);
  const FitResult parts = fit(*model, options);
  EXPECT_EQ(whole.q.mean, parts.q.mean);
  EXPECT_EQ(whole.gradient_draws, parts.gradient_draws);
}

// What was found out among other candidates does not count: a pool is tried at once.
TEST_P(ContinuedFit, ChoosesAnewByAnotherRule) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(GetParam());
  options.control_variates = {"entropy", "prior"};
  options.iterations = 600;
  options.start = fit(*model, options);
  FitOptions pool = options;
  pool.control_variates = FitOptions{}.control_variates;
  pool.pool = {{"prior", Recipe{"rep", {"prior.mean", "prior.scale", "entropy.scale"}, {-1, -1, -0.5}, 8, true}},
               {"entropy", Recipe{"rep", {"entropy.scale"}, {-0.9}, 8, true}}};
  EXPECT_EQ(fit(*model, pool).recipe.control_variates.front().substr(0, 7), "entropy");
}

// Anchors are evaluated once more in each part, which is not counted.
TEST_P(ContinuedFit, SetsAnchorsAgain) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(GetParam());
  options.recipe = Recipe{"rep", {"anchored-taylor"}, {-0.7}, 8, true};
  options.iterations = 400;
  const FitResult whole = fit(*model, options);
  options.iterations = 200;
  options.start = fit(*model, options);
  expect_same(whole, fit(*model, options));
}

// A part that ends at its tolerance goes on with a smaller one: tests take other draws then, steps the same.
TEST_P(ContinuedFit, GoesOnAfterItConverged) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(GetParam());
  options.tolerance = 0.005;
  const FitResult whole = fit(*model, options);
  options.tolerance = 0.02;
  const FitResult rough = fit(*model, options);
  options.tolerance = 0.005;
  options.start = rough;
  const FitResult fine = fit(*model, options);
  EXPECT_EQ(rough.status, FitStatus::Converged);
  EXPECT_LT(rough.iterations, fine.iterations);
  EXPECT_EQ(whole.iterations, fine.iterations);
  EXPECT_EQ(whole.q.mean, fine.q.mean);
  EXPECT_EQ(whole.elbo.value, fine.elbo.value);
}

INSTANTIATE_TEST_SUITE_P(Families, ContinuedFit, ::testing::Values(FamilyChoice::MeanField, FamilyChoice::FullRank),
                         [](const auto& of) {
                           return std::string(of.param == FamilyChoice::MeanField ? "mean_field" : "full_rank");
                         });

TEST(ContinuedPlainFit, OfPartsIsTheWhole) {
  expect_parts_are_the_whole(*regression(), plain_options(), {150, 1, 249});
}

// A step size that was cut stays cut.
TEST(ContinuedPlainFit, KeepsCutsOfItsStepSize) {
  FitOptions options = plain_options();
  options.step_size = 3;
  options.warmup_steps = 0;
  const std::unique_ptr<Model> model = regression();
  options.iterations = 300;
  ASSERT_GT(fit(*model, options).diagnostics.step_size_cuts, 0);
  expect_parts_are_the_whole(*model, options, {300, 300});
}

TEST(ContinuedPlainFit, SelectsAtThePlannedTimesOfEachPart) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = plain_fit_options();
  options.costs = testing::costs_with_taylor({1e-4, 1e-5, {}});
  options.control_variates = {"entropy", "prior"};
  options.iterations = 4000;  // so short that selections take what they may
  options.step_size = 1e-3;
  const FitResult first = fit(*model, options);
  options.start = first;
  const FitResult second = fit(*model, options);
  ASSERT_GE(second.selections.size(), first.selections.size() + 2);  // at 0.1 and 0.5
  EXPECT_GE(second.selections[first.selections.size()].iteration, 4400);
}

TEST(ContinuedPlainFit, TakesOtherNumbersOfDraws) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = plain_options();
  options.recipe.reset();
  options.iterations = 200;
  options.start = fit(*model, options);
  options.draws = 16;
  EXPECT_EQ(fit(*model, options).recipe.draws, 16);
}

// Its choices and step size stay; the race and the warm-up are not made again.
TEST(ContinuedPlainFit, KeepsWhatWasChosen) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = plain_fit_options();
  options.costs = testing::costs_with_taylor({1e-4, 1e-5, {}});
  options.iterations = 400;
  const FitResult first = fit(*model, options);
  options.start = first;
  options.select_at = {0};
  options.reselect = Reselect::Planned;
  const FitResult second = fit(*model, options);
  EXPECT_EQ(second.iterations, 800);
  EXPECT_EQ(second.step_size, first.step_size);
  EXPECT_EQ(second.recipe, first.recipe);
  EXPECT_EQ(second.race.size(), first.race.size());
  EXPECT_EQ(second.seconds.race, first.seconds.race);
  EXPECT_EQ(second.seconds.start, first.seconds.start);
  EXPECT_EQ(second.selections.size(), first.selections.size());
  EXPECT_GT(second.elbo.value, first.elbo.value);
}

TEST(ContinuedFit, CountsATimeBudgetFromItsOwnBegin) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(FamilyChoice::FullRank);
  options.time_budget = 0.01;  // by the cost table
  const FitResult first = fit(*model, options);
  options.start = first;
  const FitResult second = fit(*model, options);
  EXPECT_NEAR(first.seconds.total, 0.01, 0.001);
  EXPECT_NEAR(second.seconds.total, 0.02, 0.002);
}

// A recipe of its own, or other terms: q and curvature go on all the same.
TEST(ContinuedFit, TakesAnotherEstimator) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(FamilyChoice::FullRank);
  options.iterations = 300;
  options.start = fit(*model, options);
  options.recipe = Recipe{"rep", {"prior"}, {-1}, 6, false};
  const FitResult second = fit(*model, options);
  EXPECT_EQ(second.recipe, *options.recipe);
  EXPECT_EQ(second.iterations, 600);
}

TEST(ContinuedFit, IsRefusedWhereTheRunWasAnother) {
  const std::unique_ptr<Model> model = regression();
  FitOptions options = natural_options(FamilyChoice::FullRank);
  options.iterations = 50;
  const FitResult result = fit(*model, options);
  const auto refusal = [&](const FitOptions& with, const Model& of) {
    try {
      fit(of, with);
    } catch (const InvalidSetting& refused) {
      EXPECT_EQ(refused.setting(), "start");
      return refused.message(Wording::Fields);
    }
    return std::string("not refused");
  };
  options.start = result;
  FitOptions plain = plain_options(), mean_field = options, moved = options;
  plain.start = result;
  EXPECT_THAT(refusal(plain, *model), HasSubstr("a run goes on in its own coordinates"));
  EXPECT_THAT(refusal(options, *testing::named("bent_ridge").model), HasSubstr("the model has 2"));
  mean_field.family = FamilyChoice::MeanField;
  EXPECT_THAT(refusal(mean_field, *model), HasSubstr("is not of the family"));
  moved.start.radius = 1;
  EXPECT_THAT(refusal(moved, *model), HasSubstr("without another q, root, point or radius"));
  mean_field = options;
  mean_field.starts = 8;
  const auto refused_setting = [&](const FitOptions& with) {
    try {
      fit(*model, with);
    } catch (const InvalidSetting& refused) {
      return refused.setting();
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refused_setting(mean_field), "starts");
  plain = plain_options();
  plain.iterations = 10;
  plain.start = fit(*model, plain);
  plain.optimizer.momentum = 0.5;
  EXPECT_EQ(refused_setting(plain), "momentum");
  plain.start = result.q;
  plain.family = FamilyChoice::FullRank;
  plain.iterations = 10;
  EXPECT_EQ(refusal(plain, *model), "not refused");
}

}  // namespace
}  // namespace g2t
