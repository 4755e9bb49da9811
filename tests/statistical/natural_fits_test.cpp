// Fits in natural coordinates over many targets and seeds: never wrong and called converged, unbiased, calibrated
// errors.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/inference/fit.hpp>
#include <support/gaussians.hpp>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

TEST(NaturalFits, NeverCallsAWrongFitConverged) {
  int converged = 0;
  for (const testing::Target& target : testing::analytic_targets()) {
    const FitResult result = testing::fit_target(target);
    if (!target.may_converge) {
      EXPECT_EQ(result.status, FitStatus::NotConverged) << target.name;
      EXPECT_FALSE(result.warnings.empty()) << target.name;
      continue;
    }
    if (result.status != FitStatus::Converged) continue;
    ++converged;
    EXPECT_LT(testing::mean_error(result, target), 0.3) << target.name;
    const Vector sds = standard_deviations(result.q).cwiseQuotient(target.best_sd);
    EXPECT_LT(sds.array().log().abs().maxCoeff(), 0.1) << target.name;
    EXPECT_LT(result.gap.value + result.gap.standard_error, 0.5 * 0.02 * 0.02 * static_cast<double>(sds.size()) + 1e-12)
        << target.name;
    // Four standard errors, and a rounding where the estimate has no noise at all.
    EXPECT_NEAR(result.elbo.value, target.best_elbo,
                4 * result.elbo.standard_error + 0.01 + 1e-9 * std::abs(target.best_elbo))
        << target.name;
  }
  EXPECT_GE(converged, 25);
}

TEST(NaturalFits, DefaultStartsFindTheSameFitInOtherUnits) {
  const testing::Target target = testing::named("uncentred_regression_full_rank");
  const Index d = target.model->dimension();
  const Matrix map = testing::wild_map(Structure::Dense, d);
  const std::unique_ptr<Model> mapped = make_model(testing::Mapped{target.model.get(), map, Vector::Zero(d)});
  FitOptions options = testing::options_for_q();
  options.family = FamilyChoice::FullRank;
  options.iterations = 4000;
  const FitResult other = fit(*mapped, options);
  const Vector mean = map.partialPivLu().solve(other.q.mean);
  EXPECT_LT((mean - target.best_mean).cwiseQuotient(target.best_sd).cwiseAbs().maxCoeff(), 0.1)
      << testing::warnings_of(other);
}

TEST(NaturalFits, BaseGradientsWithFewDrawsDoNotBiasTheScales) {
  // Rep is noisy at the optimum; sizes that follow their own step's noise, or averages of roots, would show here.
  const Index d = 4;
  const testing::GaussianModel model(Vector::Zero(d), Matrix::Identity(d, d));
  for (const bool antithetic : {true, false})
    for (const FamilyChoice family : {FamilyChoice::MeanField, FamilyChoice::FullRank}) {
      if (antithetic && family == FamilyChoice::MeanField) continue;  // the easiest of the four
      double sum = 0, squares = 0;
      constexpr int kSeeds = 20;
      for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        FitOptions options = testing::options_for_q();
        options.seed = seed;
        options.family = family;
        options.recipe = recipe_by_name("rep", antithetic ? 2 : 1, antithetic);
        options.iterations = 8316;  // the end of a block
        options.tolerance = 1e-6;
        options.start = isotropic_gaussian(family == FamilyChoice::FullRank ? Structure::Dense : Structure::Diagonal,
                                         Vector::Zero(d), 1);
        const double sd = standard_deviations(fit(model, options).q).mean();
        sum += sd;
        squares += sd * sd;
      }
      const double mean = sum / kSeeds;
      const double error = std::sqrt(std::max(0.0, squares / kSeeds - mean * mean) / kSeeds);
      EXPECT_NEAR(mean, 1, 0.005) << antithetic << " " << static_cast<int>(family) << ", standard error " << error;
      EXPECT_LT(error, 0.005);
    }
}

TEST(NaturalFits, MonteCarloErrorsAreThoseOfRepeatedRuns) {
  const testing::Target target = testing::named("separable_prior_1_full_rank");
  Vector sum = Vector::Zero(2), squares = Vector::Zero(2), claimed = Vector::Zero(2);
  constexpr int kSeeds = 30;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const FitResult result = testing::fit_target(target, seed);
    const Vector off = result.q.mean - target.best_mean;
    sum += off;
    squares += off.cwiseAbs2();
    claimed += result.mcse_mean.cwiseAbs2();
  }
  // Root mean squares over 30 seeds: a factor of two either way is about five standard errors.
  const Vector seen = (squares / kSeeds).cwiseSqrt(), said = (claimed / kSeeds).cwiseSqrt();
  for (Index i = 0; i < 2; ++i) {
    EXPECT_LT(seen[i], 2 * said[i]);
    EXPECT_GT(seen[i], 0.4 * said[i]);
  }
}

}  // namespace
}  // namespace g2t
