// Fits in natural coordinates of targets whose best Gaussian is known: right, or honest about not being so.
#include <g2t/core/errors.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/struct_model.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <support/gaussians.hpp>
#include <support/targets.hpp>

namespace g2t {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

FitResult fit_target(const testing::Target& target, std::uint64_t seed = 1) {
  FitOptions options;
  options.seed = seed;
  options.family = target.structure == Structure::Dense ? FamilyChoice::FullRank : FamilyChoice::MeanField;
  options.iterations = 20000;
  FitInputs inputs;
  inputs.init = target.init;
  return fit(*target.model, options, inputs);
}

testing::Target named(const std::string& name) {
  std::vector<testing::Target> all = testing::analytic_targets();
  for (testing::Target& target : all)
    if (target.name == name) return std::move(target);
  throw std::out_of_range(name);
}

std::string warnings_of(const FitResult& result) {
  std::string all;
  for (const std::string& warning : result.warnings) all += warning + "\n";
  return all;
}

// Largest distance of a mean from the best fit's, in posterior sds.
double mean_error(const FitResult& result, const testing::Target& target) {
  return (result.q.mean - target.best_mean).cwiseQuotient(target.posterior_sd).cwiseAbs().maxCoeff();
}

TEST(NaturalFit, NeverCallsAWrongFitConverged) {
  int converged = 0;
  for (const testing::Target& target : testing::analytic_targets()) {
    const FitResult result = fit_target(target);
    if (!target.may_converge) {
      EXPECT_EQ(result.status, FitStatus::NotConverged) << target.name;
      EXPECT_FALSE(result.warnings.empty()) << target.name;
      continue;
    }
    if (result.status != FitStatus::Converged) continue;
    ++converged;
    EXPECT_LT(mean_error(result, target), 0.3) << target.name;
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

TEST(NaturalFit, SolvesEveryGaussianWhateverItsScales) {
  for (const testing::Target& target : testing::gaussian_targets()) {
    const bool is_correlated_mean_field =
        target.structure == Structure::Diagonal && target.name.find("correlation") != std::string::npos;
    const FitResult result = fit_target(target);
    EXPECT_EQ(result.status, is_correlated_mean_field ? FitStatus::NotTrusted
                             : target.may_converge    ? FitStatus::Converged
                                                      : FitStatus::NotConverged)
        << target.name << "\n"
        << warnings_of(result);
    if (!target.may_converge) continue;
    EXPECT_LT(mean_error(result, target), 0.05) << target.name;
    EXPECT_LT((standard_deviations(result.q).cwiseQuotient(target.best_sd).array().log()).abs().maxCoeff(), 0.05)
        << target.name;
  }
}

TEST(NaturalFit, SaysThatMeanFieldHidesCorrelation) {
  const testing::Target target = named("correlation_098_mean_field");
  const FitResult result = fit_target(target);
  EXPECT_EQ(result.status, FitStatus::NotTrusted);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("conditional")));
  EXPECT_THAT(warnings_of(result), HasSubstr("--family full-rank"));
  // The posterior's sd over the conditional one is 1 / sqrt(1 - 0.98^2) = 5.03.
  EXPECT_NEAR(result.hidden_spread.maxCoeff(), 5.03, 0.3);
  EXPECT_NEAR(result.q.scale[0], 0.198997, 0.05 * 0.198997);
}

TEST(NaturalFit, TellsOfModesEvenIfOneWinsClearly) {
  const testing::Target target = named("two_modes");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const FitResult result = fit_target(target, seed);
    EXPECT_NE(result.status, FitStatus::Converged);
    const bool is_first = std::abs(result.q.mean[0] + 4) < 0.05, is_second = std::abs(result.q.mean[0] - 4) < 0.05;
    EXPECT_TRUE(is_first || is_second) << result.q.mean[0];
    EXPECT_NEAR(result.q.scale[0], 0.5, 0.025);
    EXPECT_NEAR(result.elbo.value, std::log(is_first ? 0.7 : 0.3), 0.01);
    EXPECT_THAT(result.warnings, Contains(HasSubstr("different modes")));
  }
}

TEST(NaturalFit, HeavyTailsAreNotTrusted) {
  for (const char* name : {"cauchy", "cauchy_far_start"}) {
    const FitResult result = fit_target(named(name));
    EXPECT_EQ(result.status, FitStatus::NotTrusted) << name;
    EXPECT_GT(result.importance.khat, 0.7);
    EXPECT_NEAR(result.q.scale[0], 1.633978, 0.05 * 1.633978);
    EXPECT_THAT(result.warnings, Contains(HasSubstr("Pareto k")));
  }
}

TEST(NaturalFit, EveryWarningNamesARemedy) {
  for (const char* name : {"cauchy", "two_modes", "slope", "flat_direction", "half_line_nan", "correlation_098_mean_field"})
    for (const std::string& warning : fit_target(named(name)).warnings) {
      const bool has_remedy = warning.find("--") != std::string::npos || warning.find("check") != std::string::npos ||
                              warning.find("reparameterise") != std::string::npos ||
                              warning.find("the result is") != std::string::npos ||
                              warning.find("so many draws") != std::string::npos;
      EXPECT_TRUE(has_remedy) << name << ": " << warning;
    }
}

TEST(NaturalFit, CountsDrawsThatFailAndGoesOn) {
  const FitResult result = fit_target(named("faltering"));  // every fiftieth call gives NaN
  EXPECT_GT(result.diagnostics.failed_draws, 0);
  EXPECT_NEAR(result.q.mean[0], 2, 0.05 * 0.5);
  EXPECT_NEAR(result.q.scale[0], 0.5, 0.05 * 0.5);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("not finite")));
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
    EXPECT_THAT(error.what(), HasSubstr("--init"));
    EXPECT_THAT(error.what(), HasSubstr("-inf"));
  }
  FitInputs inputs;
  inputs.init = isotropic_gaussian(Structure::Dense, Vector::Constant(1, 8.5), 0.1);
  const FitResult result = fit(*model, FitOptions{}, inputs);
  EXPECT_EQ(result.status, FitStatus::Converged) << warnings_of(result);
  EXPECT_NEAR(result.q.mean[0], 8, 0.03);
}

// A draw from N(mean, A A^T) in other coordinates: z = shift + map * x for a model of x.
struct Mapped {
  const Model* inner;
  Matrix map;
  Vector shift;

  Index dimension() const { return inner->dimension(); }
  double log_density(const Vector& z, Vector& gradient) const {
    const Matrix x = map.partialPivLu().solve(z - shift).transpose();
    Evaluation evaluation;
    evaluation.resize(1, dimension());
    inner->evaluate(x, evaluation);
    gradient = map.transpose().partialPivLu().solve(Vector(evaluation.score.row(0)));
    return evaluation.log_density[0];
  }
};

Matrix wild_map(Structure structure, Index d) {
  Matrix map = Matrix::Zero(d, d);
  for (Index i = 0; i < d; ++i) map(i, i) = std::pow(10.0, -6 + 12.0 * static_cast<double>(i) / static_cast<double>(d - 1));
  if (structure == Structure::Diagonal) return map;
  Matrix turn(d, d);
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j) turn(i, j) = std::sin(static_cast<double>(3 * i + 7 * j + 1));
  const Eigen::HouseholderQR<Matrix> qr(turn);
  return map * Matrix(qr.householderQ());
}

TEST(NaturalFit, ScalesOfTheParametersLeaveTheMeanFieldPathAlone) {
  const testing::Target target = named("uncentred_regression");
  const Index d = target.model->dimension();
  const Matrix map = wild_map(Structure::Diagonal, d);
  const Vector shift = Vector::LinSpaced(d, -1, 2);
  const std::unique_ptr<Model> mapped = make_model(Mapped{target.model.get(), map, shift});
  FitOptions options;
  options.family = FamilyChoice::MeanField;
  options.iterations = 60;
  options.estimator = "stl";
  FitInputs inputs, mapped_inputs;
  Gaussian start = target.best;
  start.mean += 0.5 * standard_deviations(target.best);
  inputs.init = mapped_inputs.init = start;
  mapped_inputs.init->mean = map * start.mean + shift;
  mapped_inputs.init->scale = map.diagonal().cwiseProduct(start.scale);
  const FitResult plain = fit(*target.model, options, inputs), other = fit(*mapped, options, mapped_inputs);
  const Vector expected = map * plain.q.mean + shift, sds = map.diagonal().cwiseProduct(plain.q.scale);
  EXPECT_LT((other.q.mean - expected).cwiseQuotient(sds).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((other.q.scale.cwiseQuotient(sds).array() - 1).abs().maxCoeff(), 1e-5);
}

TEST(NaturalFit, LowerTriangularMapsLeaveTheFullRankPathAlone) {
  // A lower triangular map takes a Cholesky factor to a Cholesky factor, so both runs see the same normals.
  const testing::Target target = named("uncentred_regression_full_rank");
  const Index d = target.model->dimension();
  Matrix map = wild_map(Structure::Diagonal, d);
  for (Index i = 1; i < d; ++i) map(i, 0) = 0.3 * map(i, i);
  const Vector shift = Vector::LinSpaced(d, -1, 2);
  const std::unique_ptr<Model> mapped = make_model(Mapped{target.model.get(), map, shift});
  FitOptions options;
  options.family = FamilyChoice::FullRank;
  options.iterations = 60;
  options.estimator = "stl";
  FitInputs inputs, mapped_inputs;
  Gaussian start = target.best;
  start.mean += 0.5 * standard_deviations(target.best);
  inputs.init = mapped_inputs.init = start;
  mapped_inputs.init->mean = map * start.mean + shift;
  mapped_inputs.init->cholesky = map * start.cholesky;
  const FitResult plain = fit(*target.model, options, inputs), other = fit(*mapped, options, mapped_inputs);
  const Matrix expected = map * plain.q.cholesky;
  EXPECT_LT((expected.inverse() * other.q.cholesky - Matrix::Identity(d, d)).norm(), 1e-5);
  EXPECT_LT((expected.inverse() * (other.q.mean - map * plain.q.mean - shift)).norm(), 1e-5);
}

TEST(NaturalFit, DefaultStartsFindTheSameFitInOtherUnits) {
  const testing::Target target = named("uncentred_regression_full_rank");
  const Index d = target.model->dimension();
  const Matrix map = wild_map(Structure::Dense, d);
  const std::unique_ptr<Model> mapped = make_model(Mapped{target.model.get(), map, Vector::Zero(d)});
  FitOptions options;
  options.family = FamilyChoice::FullRank;
  options.iterations = 4000;
  const FitResult other = fit(*mapped, options);
  const Vector mean = map.partialPivLu().solve(other.q.mean);
  EXPECT_LT((mean - target.best_mean).cwiseQuotient(target.best_sd).cwiseAbs().maxCoeff(), 0.1)
      << warnings_of(other);
}

TEST(NaturalFit, BaseGradientsWithFewDrawsDoNotBiasTheScales) {
  // Rep is noisy at the optimum; sizes that follow their own step's noise, or averages of roots, would show here.
  const Index d = 4;
  const testing::GaussianModel model(Vector::Zero(d), Matrix::Identity(d, d));
  for (const bool antithetic : {true, false})
    for (const FamilyChoice family : {FamilyChoice::MeanField, FamilyChoice::FullRank}) {
      double sum = 0, squares = 0;
      constexpr int kSeeds = 20;
      for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        FitOptions options;
        options.seed = seed;
        options.family = family;
        options.estimator = "rep";
        options.antithetic = antithetic;
        options.draws = antithetic ? 2 : 1;
        options.iterations = 4000;
        options.tolerance = 1e-6;
        FitInputs inputs;
        inputs.init = isotropic_gaussian(family == FamilyChoice::FullRank ? Structure::Dense : Structure::Diagonal,
                                         Vector::Zero(d), 1);
        const double sd = standard_deviations(fit(model, options, inputs).q).mean();
        sum += sd;
        squares += sd * sd;
      }
      const double mean = sum / kSeeds;
      const double error = std::sqrt(std::max(0.0, squares / kSeeds - mean * mean) / kSeeds);
      EXPECT_NEAR(mean, 1, 0.005) << antithetic << " " << static_cast<int>(family) << ", standard error " << error;
      EXPECT_LT(error, 0.005);
    }
}

TEST(NaturalFit, MonteCarloErrorsAreThoseOfRepeatedRuns) {
  const testing::Target target = named("separable_prior_1_full_rank");
  Vector sum = Vector::Zero(2), squares = Vector::Zero(2), claimed = Vector::Zero(2);
  constexpr int kSeeds = 30;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const FitResult result = fit_target(target, seed);
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

TEST(NaturalFit, IsRepeatableAndCountsItsDraws) {
  const testing::Target target = named("shrinkage_full_rank");
  const FitResult first = fit_target(target, 3), again = fit_target(named("shrinkage_full_rank"), 3);
  EXPECT_EQ(first.q.mean, again.q.mean);
  EXPECT_EQ(first.step_draws, 8 * first.iterations);
  Index starts = 0;
  for (const StartRecord& start : first.starts) starts += start.draws;
  EXPECT_GT(first.gradient_draws, first.step_draws + starts);
}

TEST(NaturalFit, StopsAtItsIterations) {
  const testing::Target target = named("funnel_2");
  FitOptions options;
  options.family = FamilyChoice::MeanField;
  options.iterations = 50;
  const FitResult result = fit(*target.model, options);
  EXPECT_EQ(result.iterations, 50);
  EXPECT_EQ(result.status, FitStatus::NotConverged);
  EXPECT_THAT(warnings_of(result), HasSubstr("--iterations"));
}

TEST(NaturalFit, TakesRecipesPoolsAndFractions) {
  const testing::GaussianModel model(Vector::Ones(3), testing::wavy_precision(3));
  FitInputs inputs;
  FitOptions options;
  options.iterations = 200;
  for (const char* estimator : {"rep", "stl", "miller", "fixed", "auto"}) {
    options.estimator = estimator;
    EXPECT_TRUE(std::isfinite(fit(model, options).elbo.value)) << estimator;
  }
  options.estimator = "auto";
  options.select_at = {0.2, 0.6};
  options.tolerance = 1e-9;  // not before its time
  const FitResult asked = fit(model, options);
  EXPECT_GE(asked.selections.size(), 2u);
  EXPECT_EQ(asked.selections.front().selection.entries.size(), 16u);  // entropy, taylor, anchored-taylor, prior
}

}  // namespace
}  // namespace g2t
