#include <g2t/inference/terms.hpp>
#include <g2t/inference/choice/selector.hpp>

#include <g2t/control_variates/control_variates.hpp>

#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit.hpp>

#include <gtest/gtest.h>

#include <support/costs.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

Costs cheap_costs() { return testing::costs_with_taylor({1e-8, 1e-9}); }

class Selector : public ::testing::Test {
 protected:
  // q's mean is the posterior's, so that all of the gradient of the mean is noise.
  const testing::GaussianModel model_{testing::wavy_gaussian(Structure::Dense, 3).mean,
                                      20 * testing::wavy_precision(3)};
  const std::unique_ptr<Family> q_ = make_family(testing::wavy_gaussian(Structure::Dense, 3), {});
  const TermSet terms_ = make_terms(model_, Structure::Dense, {"all"});
  const std::unique_ptr<Clock> clock_ = make_cost_model_clock();
};

TEST_F(Selector, FindsTheTermThatExplainsAQuadraticPosterior) {
  // The expansion is the model: with it the gradient has no noise at all, and it is cheap.
  const SelectorReport report = choose_recipe(model_, *q_, terms_, cheap_costs(), {}, 0, *clock_);
  ASSERT_TRUE(report.has_choice);
  EXPECT_EQ(report.selection.entries.size(), std::size_t{1} << control_variate_kinds().size());
  const Recipe& recipe = report.selection.choice().recipe;
  ASSERT_EQ(recipe.control_variates, std::vector<std::string>{"taylor"});
  // The weight is not exactly 1: over finitely many draws the term's mean is not exactly 0, and the fit uses it.
  EXPECT_NEAR(recipe.weights[0], 1, 0.05);
  EXPECT_NEAR(report.selection.choice().squared_norm / report.selection.gradient_squared_norm, 1, 0.01);
}

TEST_F(Selector, ChargesTheClockForItsDraws) {
  SelectorOptions options;
  options.select_draws = 100;
  const SelectorReport report = choose_recipe(model_, *q_, terms_, cheap_costs(), options, 0, *clock_);
  EXPECT_EQ(report.density_evaluations, 100);
  EXPECT_NEAR(clock_->seconds(), cheap_costs().seconds(terms_.names(), 100), 1e-15);
}

TEST_F(Selector, RoundsHaveDrawsOfTheirOwnAndRepeat) {
  const auto u_of = [&](std::uint64_t round) {
    return choose_recipe(model_, *q_, terms_, cheap_costs(), {}, round, *clock_).selection.moments.u();
  };
  EXPECT_EQ(u_of(0), u_of(0));
  EXPECT_NE(u_of(0), u_of(1));
}

TEST_F(Selector, FollowsEachRule) {
  SelectorOptions options;
  options.rule = SelectorOptions::Rule::Weights;
  EXPECT_EQ(choose_recipe(model_, *q_, terms_, cheap_costs(), options, 0, *clock_).selection.entries.size(), 1u);
  options.rule = SelectorOptions::Rule::Pool;
  for (const std::string& name : recipe_names())
    options.pool.push_back({name, recipe_by_name(name, options.draws, false)});
  const SelectorReport report = choose_recipe(model_, *q_, terms_, cheap_costs(), options, 0, *clock_);
  EXPECT_EQ(report.selection.entries.size(), 3u);
  EXPECT_EQ(report.selection.choice().name, "miller");
}

TEST_F(Selector, PairsAreMomentsOfPairs) {
  SelectorOptions options;
  options.antithetic = true;
  const SelectorReport report = choose_recipe(model_, *q_, terms_, cheap_costs(), options, 0, *clock_);
  EXPECT_EQ(report.selection.moments.unit, MomentUnit::Pair);
  EXPECT_EQ(report.selection.moments.count, 200);
  // products-only is identically zero in pairs
  EXPECT_LT(report.selection.moments.products(3, 3), 1e-20 * report.selection.moments.u());
}

}  // namespace
}  // namespace g2t
