// Fits in natural coordinates of targets whose best Gaussian is known: right, or honest about not being so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit.hpp>
#include <support/estimators.hpp>
#include <support/gaussians.hpp>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// The Cholesky factor of root root^T, its rows brought to like sizes first.
Matrix lower_root(const Matrix& root) {
  const Vector sds = root.rowwise().norm();
  const Matrix unit = sds.cwiseInverse().asDiagonal() * root;
  const Eigen::LLT<Matrix> factor(unit * unit.transpose());
  return sds.asDiagonal() * Matrix(factor.matrixL());
}

TEST(NaturalFit, SolvesEveryGaussianWhateverItsScales) {
  for (const testing::Target& target : testing::gaussian_targets()) {
    const bool is_correlated_mean_field =
        target.structure == Structure::Diagonal && target.name.find("correlation") != std::string::npos;
    const FitResult result = testing::fit_target(target);
    EXPECT_EQ(result.status, is_correlated_mean_field ? FitStatus::NotTrusted
                             : target.may_converge    ? FitStatus::Converged
                                                      : FitStatus::NotConverged)
        << target.name << "\n"
        << testing::warnings_of(result);
    if (!target.may_converge) continue;
    EXPECT_LT(testing::mean_error(result, target), 0.05) << target.name;
    EXPECT_LT((standard_deviations(result.q).cwiseQuotient(target.best_sd).array().log()).abs().maxCoeff(), 0.05)
        << target.name;
  }
}

TEST(NaturalFit, SaysThatMeanFieldHidesCorrelation) {
  const testing::Target target = testing::named("correlation_098_mean_field");
  // Correlations are told from noisy products, and where one is so near to 1, some error of it is much of the spread.
  FitOptions options = testing::options_for_q();
  options.family = FamilyChoice::MeanField;
  options.iterations = 20000;
  options = testing::with_estimator(options, "stl");  // others leave no noise here, and the run ends at once
  options.costs = testing::plain_costs(*target.model, target.structure);
  const FitResult result = fit(*target.model, options);
  EXPECT_EQ(result.status, FitStatus::NotTrusted);
  EXPECT_THAT(testing::kinds_of(result), Contains(WarningKind::ConditionalSds));
  EXPECT_EQ(result.warnings.back().number("ratio_1"), result.marginal_sd_ratio.maxCoeff());
  EXPECT_THAT(testing::warnings_of(result), HasSubstr("family = full-rank"));
  // The posterior's sd over the conditional one is 1 / sqrt(1 - 0.98^2) = 5.03.
  EXPECT_NEAR(result.marginal_sd_ratio.maxCoeff(), 5.03, 0.8);
  EXPECT_NEAR(result.q.scale[0], 0.198997, 0.05 * 0.198997);
}

TEST(NaturalFit, TellsOfModesEvenIfOneWinsClearly) {
  const testing::Target target = testing::named("two_modes");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const FitResult result = testing::fit_target(target, seed);
    EXPECT_NE(result.status, FitStatus::Converged);
    const bool is_first = std::abs(result.q.mean[0] + 4) < 0.05, is_second = std::abs(result.q.mean[0] - 4) < 0.05;
    EXPECT_TRUE(is_first || is_second) << result.q.mean[0];
    EXPECT_NEAR(result.q.scale[0], 0.5, 0.025);
    EXPECT_NEAR(result.elbo.value, std::log(is_first ? 0.7 : 0.3), 0.01);
    EXPECT_THAT(testing::kinds_of(result), Contains(WarningKind::SeveralModes));
  }
}

TEST(NaturalFit, HeavyTailsAreNotTrusted) {
  for (const char* name : {"cauchy", "cauchy_far_start"}) {
    const FitResult result = testing::fit_target(testing::named(name));
    EXPECT_EQ(result.status, FitStatus::NotTrusted) << name;
    EXPECT_GT(result.importance.khat, 0.7);
    EXPECT_NEAR(result.q.scale[0], 1.633978, 0.05 * 1.633978);
    EXPECT_THAT(testing::kinds_of(result), Contains(WarningKind::HeavyTails));
  }
}

TEST(NaturalFit, CountsDrawsThatFailAndGoesOn) {
  const FitResult result = testing::fit_target(testing::named("faltering"));  // every fiftieth call gives NaN
  EXPECT_GT(result.diagnostics.failed_draws, 0);
  EXPECT_NEAR(result.q.mean[0], 2, 0.05 * 0.5);
  EXPECT_NEAR(result.q.scale[0], 0.5, 0.05 * 0.5);
  EXPECT_THAT(testing::kinds_of(result), Contains(WarningKind::FailedDraws));
}

// -infinity below 3: the default starts cannot work.
struct Walled {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = -(z[0] - 8) / 0.25;
    return z[0] < 3 ? -std::numeric_limits<double>::infinity() : -0.5 * (z[0] - 8) * (z[0] - 8) / 0.25;
  }
};

TEST(NaturalFit, SaysThatNoStartIsFiniteAndTakesOneThatIs) {
  const std::unique_ptr<Model> model = make_model(Walled{});
  try {
    fit(*model, FitOptions{});
    FAIL() << "no start is finite";
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("give a start with start"));
    EXPECT_THAT(error.what(), HasSubstr("-inf"));
  }
  FitOptions options = testing::options_for_q();
  options.start = isotropic_gaussian(Structure::Dense, Vector::Constant(1, 8.5), 0.1);
  const FitResult result = fit(*model, options);
  EXPECT_EQ(result.status, FitStatus::Converged) << testing::warnings_of(result);
  EXPECT_NEAR(result.q.mean[0], 8, 0.03);
}

// 60 steps and a test of a target, and of the same with its parameters and start mapped by z -> map z + shift.
struct MappedFits {
  FitResult plain, mapped;
};

MappedFits fit_both(const testing::Target& target, const Matrix& map, bool has_root) {
  const Index d = target.model->dimension();
  const Vector shift = Vector::LinSpaced(d, -1, 2);
  const std::unique_ptr<Model> model = make_model(testing::Mapped{target.model.get(), map, shift});
  const bool is_dense = target.structure == Structure::Dense;
  FitOptions options = testing::options_for_q();
  options.family = is_dense ? FamilyChoice::FullRank : FamilyChoice::MeanField;
  options.iterations = 60;
  options = testing::with_estimator(options, "stl");
  Gaussian start = target.best;
  start.mean += 0.5 * standard_deviations(target.best);
  options.start = start;
  FitOptions mapped = options;
  mapped.start.q->mean = map * start.mean + shift;
  if (!is_dense) {
    mapped.start.q->scale = map.diagonal().cwiseProduct(start.scale);
  } else {
    const Matrix root = map * start.cholesky;
    mapped.start.q->cholesky = lower_root(root);
    if (has_root) mapped.start.root = root;
  }
  return {fit(*target.model, options), fit(*model, mapped)};
}

TEST(NaturalFit, ScalesOfTheParametersLeaveTheMeanFieldPathAlone) {
  const testing::Target target = testing::named("uncentred_regression");
  const Index d = target.model->dimension();
  const Matrix map = testing::wild_map(Structure::Diagonal, d);
  const MappedFits fits = fit_both(target, map, false);
  const Vector expected = map * fits.plain.q.mean + Vector::LinSpaced(d, -1, 2);
  const Vector sds = map.diagonal().cwiseProduct(fits.plain.q.scale);
  EXPECT_LT((fits.mapped.q.mean - expected).cwiseQuotient(sds).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((fits.mapped.q.scale.cwiseQuotient(sds).array() - 1).abs().maxCoeff(), 1e-5);
}

// In units of the mapped q: A = lower_root(map L), so A^-1 (m - m') and A^-1 L' should be 0 and I.
void expect_same_path(const MappedFits& fits, const Matrix& map) {
  const Index d = map.rows();
  const Matrix lower = lower_root(map * fits.plain.q.cholesky);
  const Vector offset = fits.mapped.q.mean - map * fits.plain.q.mean - Vector::LinSpaced(d, -1, 2);
  EXPECT_LT((lower.inverse() * fits.mapped.q.cholesky - Matrix::Identity(d, d)).norm(), 1e-5);
  EXPECT_LT((lower.inverse() * offset).norm(), 1e-5);
}

TEST(NaturalFit, LowerTriangularMapsLeaveTheFullRankPathAlone) {
  // Such a map takes a Cholesky factor to a Cholesky factor: no root need be given.
  const testing::Target target = testing::named("uncentred_regression_full_rank");
  const Index d = target.model->dimension();
  Matrix map = testing::wild_map(Structure::Diagonal, d);
  for (Index i = 1; i < d; ++i) map(i, 0) = 0.3 * map(i, i);
  expect_same_path(fit_both(target, map, false), map);
}

TEST(NaturalFit, ScalesAndRotationsLeaveTheFullRankPathAlone) {
  const testing::Target target = testing::named("uncentred_regression_full_rank");
  const Matrix map = testing::wild_map(Structure::Dense, target.model->dimension());
  expect_same_path(fit_both(target, map, true), map);
}

TEST(NaturalFit, TakesRootsOnlyWhereTheyHaveAMeaning) {
  const testing::Target target = testing::named("uncentred_regression");
  FitOptions options = testing::options_for_q();
  options.start.root = Matrix::Identity(2, 2);
  EXPECT_THROW(fit(*target.model, options), InvalidArgument);  // of what?
  options.start.q = target.best;
  EXPECT_THROW(fit(*target.model, options), InvalidArgument);  // of a mean-field q
}

TEST(NaturalFit, IsRepeatableAndCountsItsDraws) {
  const testing::Target target = testing::named("shrinkage_full_rank");
  const FitResult first = testing::fit_target(target, 3),
                  again = testing::fit_target(testing::named("shrinkage_full_rank"), 3);
  EXPECT_EQ(first.q.mean, again.q.mean);
  EXPECT_EQ(first.step_draws, 8 * first.iterations);
  Index starts = 0;
  for (const StartRecord& start : first.starts) starts += start.draws;
  EXPECT_GT(first.gradient_draws, first.step_draws + starts);
}

TEST(NaturalFit, TakesRecipesWithAWeightOfZero) {
  const testing::GaussianModel model(Vector::Ones(3), testing::wavy_precision(3));
  FitOptions options = testing::options_for_q();
  options.iterations = 200;
  options.recipe = Recipe{"rep", {"taylor", "entropy"}, {0, -1}, 8, true};
  EXPECT_TRUE(std::isfinite(fit(model, options).elbo.value));
}

TEST(NaturalFit, SelectsWithinItsShareOfTheTime) {
  Index trials = 0;
  for (const char* name : {"shrinkage_full_rank", "correlation_098_mean_field", "correlation_0999_mean_field", "funnel_2"}) {
    const testing::Target target = testing::named(name);
    FitOptions options = testing::options_for_q();
    options.family = target.structure == Structure::Dense ? FamilyChoice::FullRank : FamilyChoice::MeanField;
    options.iterations = 20000;
    options.tolerance = 1e-4;  // a long run
    options.costs = testing::plain_costs(*target.model, target.structure);
    const FitResult result = fit(*target.model, options);
    EXPECT_LE(result.seconds.selection, 0.02 * result.seconds.total) << name;
    trials += static_cast<Index>(result.selections.size()) - 1;  // the last one is the choice at the end
  }
  EXPECT_GT(trials, 0);
}

TEST(NaturalFit, ChoosesDrawsAStepBetweenBlocks) {
  const testing::Target target = testing::named("shrinkage_full_rank");
  FitOptions options = testing::options_for_q();
  options.draws = kChosenDraws;
  options = testing::with_estimator(options, "auto");
  options.control_variates = {"entropy"};
  options.iterations = 60000;
  const auto draws_with = [&](const ComputationCost& step) {
    options.costs = Costs{{{"rep", step}, {"entropy", {}}}, {}};
    const FitResult result = fit(*target.model, options);
    EXPECT_LE(result.gap.value + result.gap.standard_error, result.gap.tolerated);  // q itself is what it is
    EXPECT_EQ(result.recipe.draws, result.selections.back().selection.draws);
    return result.recipe.draws;
  };
  EXPECT_EQ(draws_with({1e-3, 1e-9, {}}), 64);  // a step costs what it costs, however many draws
  EXPECT_EQ(draws_with({0, 1e-6, {}}), 4);      // two pairs are the least
  options.costs.reset();
  EXPECT_NO_THROW(fit(*target.model, options));  // with measured ones
}

TEST(NaturalFit, StopsAtItsIterations) {
  const testing::Target target = testing::named("funnel_2");
  FitOptions options = testing::options_for_q();
  options.family = FamilyChoice::MeanField;
  options.iterations = 50;
  const FitResult result = fit(*target.model, options);
  EXPECT_EQ(result.iterations, 50);
  EXPECT_EQ(result.status, FitStatus::NotConverged);
  EXPECT_THAT(testing::warnings_of(result), HasSubstr("give more iterations or time_budget"));
}

TEST(NaturalFit, TakesRecipesPoolsAndFractions) {
  const testing::GaussianModel model(Vector::Ones(3), testing::wavy_precision(3));
  FitOptions options = testing::options_for_q();
  options.iterations = 200;
  for (const char* estimator : {"rep", "stl", "miller", "fixed", "auto"}) {
    EXPECT_TRUE(std::isfinite(fit(model, testing::with_estimator(options, estimator)).elbo.value)) << estimator;
  }
  options = testing::with_estimator(options, "auto");
  FitOptions pool = options;
  for (const char* name : {"rep", "stl"}) pool.pool.push_back({name, recipe_by_name(name, 8, true), 0, 0, 0});
  const FitResult pooled = fit(model, pool);
  ASSERT_FALSE(pooled.selections.empty());
  EXPECT_EQ(pooled.selections.back().selection.choice().name, "stl");  // the posterior is Gaussian
  options.select_at = {0.2, 0.6};
  options.tolerance = 1e-9;  // not before its time
  options.start = FitStart(isotropic_gaussian(Structure::Dense, Vector::Zero(3), 1));  // nor at it
  const FitResult asked = fit(model, options);
  EXPECT_GE(asked.selections.size(), 2u);
  EXPECT_EQ(asked.selections.front().selection.entries.size(), 32u);  // the scale of all four kinds, and the mean of the prior
}

}  // namespace
}  // namespace g2t
