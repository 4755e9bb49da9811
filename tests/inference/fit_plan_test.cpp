#include <g2t/inference/terms.hpp>
#include <g2t/inference/fit_plan.hpp>

#include <g2t/core/invalid_setting.hpp>
#include <g2t/estimators/recipes.hpp>

#include <gtest/gtest.h>

#include <support/estimators.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

const testing::GaussianModel& small_model() {
  static const testing::GaussianModel small(Vector::Ones(3), testing::wavy_precision(3));
  return small;
}

TEST(FitPlan, ChosenDrawsTakeSomethingToChoose) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  FitOptions options = plain_fit_options();
  options.draws = kChosenDraws;
  EXPECT_EQ(plan_fit(model, options).draw_candidates.size(), 7u);
  const auto refuses = [&](auto change) {
    FitOptions changed = options;
    change(changed);
    EXPECT_THROW(plan_fit(model, changed), InvalidArgument);
  };
  refuses([](FitOptions& o) { o.recipe = recipe_by_name("stl", 8, false); });
  refuses([](FitOptions& o) { o.estimator = EstimatorRule::Fixed; });
  refuses([](FitOptions& o) { o.control_variates = {"none"}; });
  refuses([](FitOptions& o) { o.select_draws = 41; });  // of pairs
  refuses([](FitOptions& o) {
    o.coordinates = Coordinates::Natural;
    o.select_at = {0.5};
  });
}

TEST(FitPlan, StartsAtZeroWithScaleATenth) {
  const FitPlan plan = plan_fit(small_model(), {});
  EXPECT_EQ(plan.start.structure, Structure::Dense);
  EXPECT_EQ(plan.start.mean, Vector::Zero(3));
  EXPECT_EQ(plan.start.cholesky, Matrix(0.1 * Matrix::Identity(3, 3)));
  EXPECT_EQ(plan.time_limit(), kDefaultTimeBudget);
}

TEST(FitPlan, IterationsAloneLiftTheTimeLimit) {
  FitOptions options = plain_fit_options();
  options.iterations = 10;
  EXPECT_TRUE(std::isinf(plan_fit(small_model(), options).time_limit()));
}

TEST(FitPlan, AutoFamilyGoesByDimension) {
  EXPECT_EQ(chosen_structure(FamilyChoice::Auto, kMaxFullRankParameters), Structure::Dense);
  EXPECT_EQ(chosen_structure(FamilyChoice::Auto, kMaxFullRankParameters + 1), Structure::LowRank);
  EXPECT_EQ(chosen_structure(FamilyChoice::Auto, kMaxLowRankParameters), Structure::LowRank);
  EXPECT_EQ(chosen_structure(FamilyChoice::Auto, kMaxLowRankParameters + 1), Structure::Diagonal);
  const auto plain = [](Index d) { return chosen_structure(FamilyChoice::Auto, d, Coordinates::Plain); };
  EXPECT_EQ(plain(kMaxFullRankParameters), Structure::Dense);
  EXPECT_EQ(plain(kMaxFullRankParameters + 1), Structure::Diagonal);
}

TEST(FitPlan, NamedAndFileRecipesAreNotSelected) {
  FitOptions options = plain_fit_options();
  options = testing::with_estimator(options, "stl");
  const FitPlan plan = plan_fit(small_model(), options);
  EXPECT_FALSE(plan.selects());
  EXPECT_EQ(plan.control_variates, std::vector<std::string>{"entropy"});
  FitOptions with_recipe;
  with_recipe.recipe = Recipe{"rep", {"prior"}, {0.5}, 12, true};
  const FitPlan given = plan_fit(small_model(), with_recipe);
  EXPECT_EQ(given.draws, 12);
  EXPECT_TRUE(given.options.antithetic);
}

TEST(FitPlan, RulesFollowTheOptions) {
  EXPECT_EQ(plan_fit(small_model(), {}).selector().rule, SelectorOptions::Rule::Subset);
  FitOptions options = plain_fit_options();
  options = testing::with_estimator(options, "fixed");
  EXPECT_EQ(plan_fit(small_model(), options).selector().rule, SelectorOptions::Rule::Weights);
  FitOptions pool;
  pool.pool = {{"stl", recipe_by_name("stl", 8, false)}};
  EXPECT_EQ(plan_fit(small_model(), pool).selector().rule, SelectorOptions::Rule::Pool);
}

TEST(FitPlan, RefusesWhatDoesNotFit) {
  FitOptions options;
  options.start = isotropic_gaussian(Structure::Dense, Vector::Zero(4), 1);
  EXPECT_THROW(plan_fit(small_model(), options), InvalidSetting);
  options.start = isotropic_gaussian(Structure::Diagonal, Vector::Zero(3), 1);
  EXPECT_NO_THROW(plan_fit(small_model(), options));
  options.family = FamilyChoice::FullRank;
  EXPECT_THROW(plan_fit(small_model(), options), InvalidSetting);
  options = {};
  options.control_variates = {"taylor-products"};  // zero in pairs
  EXPECT_THROW(plan_fit(small_model(), options), InvalidArgument);
  options = {};
  options.tolerance = 0;
  EXPECT_THROW(plan_fit(small_model(), options), InvalidArgument);
  options = {};
  options.antithetic = true;
  options.draws = 5;
  EXPECT_THROW(plan_fit(small_model(), options), InvalidArgument);
  options = {};
  options.control_variates = {"jackknife"};
  EXPECT_THROW(plan_fit(small_model(), options), InvalidArgument);
  options = {};
  options.costs = Costs{{{"rep", {1e-5, 1e-6}}}, {}};
  EXPECT_THROW(plan_fit(small_model(), options), InvalidArgument);
}

}  // namespace
}  // namespace g2t
