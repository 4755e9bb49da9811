// ELBO, weights and Monte Carlo errors of a known q of a known posterior.
#include <gtest/gtest.h>
#include <inference/natural/natural_report.h>

#include <cmath>
#include <g2t/core/model_use.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>
#include <support/targets_shapes.hpp>

#include "../slow_model.hpp"

namespace g2t {
namespace {

/// A report, and how many evaluations it made.
struct Reported {
  FitResult result;
  Index evaluations = 0;
};

Reported report_on(const Model& model, const Gaussian& q, const FitOptions& options = {},
                   const NaturalFindings& findings = {GapEstimate{}}) {
  FitPlan plan;
  plan.options = options;
  const FitHooks hooks;
  const std::unique_ptr<Clock> clock = make_wall_clock();
  const RunLimits limits(plan, hooks, *clock);
  Reported out;
  out.result.q = q;
  ModelUse use;
  const ModelUseScope scope(&use);
  report_natural_fit(model, options, findings, {limits, 0}, out.result);
  out.evaluations = use.gradients() + use.densities();
  return out;
}

FitOptions with_weight_draws(Index draws) {
  FitOptions options;
  options.weight_draws = draws;
  return options;
}

/// d independent parameters of mean 1 and sd 2, and a q that is off by so many sds and as much too wide.
testing::DiagonalNormal independent_density(Index d) { return {Vector::Ones(d), Vector::Constant(d, 2)}; }
Gaussian independent_q(Index d, double shift, double width = 1) {
  return isotropic_gaussian(Structure::Diagonal, Vector::Constant(d, 1 + 2 * shift), 2 * width);
}

TEST(NaturalReport, ThePosteriorItselfHasEvenWeights) {
  const testing::GaussianModel model(Vector::Ones(3), 0.25 * Matrix::Identity(3, 3));
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const FitResult result = report_on(model, isotropic_gaussian(structure, Vector::Ones(3), 2)).result;
    EXPECT_TRUE(result.elbo.is_exact);
    EXPECT_NEAR(result.elbo.value, 0, 1e-12);
    EXPECT_LT(result.importance.khat, kTrustedKhat);
    EXPECT_NEAR(result.importance.effective_sample_size, 2000, 1e-6);
    EXPECT_EQ(result.importance.draws, 2000);
    EXPECT_TRUE(std::isnan(result.importance.q_khat));
    EXPECT_LT((result.importance.mean - Vector::Ones(3)).norm(), 1e-9);
    EXPECT_LT((result.importance.sd - Vector::Constant(3, 2)).norm(), 1e-9);
    EXPECT_EQ(result.diagnostics.report_draws, 2000);
    EXPECT_EQ(result.gradient_draws, 2000);
  }
}

TEST(NaturalReport, WeightsCorrectMeansAndSds) {
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  const FitResult result = report_on(*model, independent_q(2, 0.3, 1.1)).result;
  // E w^2 = exp(shift^2 / (2 width^2 - 1)) width^2 / sqrt(2 width^2 - 1) of each; the rest is noise of 2000 draws.
  const double narrow = 2 * 1.1 * 1.1 - 1;
  const double share = std::pow(std::exp(-0.09 / narrow) * std::sqrt(narrow) / (1.1 * 1.1), 2);
  EXPECT_NEAR(result.importance.effective_sample_size, 2000 * share, 2000 * 0.03);
  const double error = 2 / std::sqrt(result.importance.effective_sample_size);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_NEAR(result.importance.mean[i], 1, 5 * error);
    EXPECT_NEAR(result.importance.sd[i], 2, 5 * error);
  }
  EXPECT_LT(5 * error, 0.5 * 0.6);  // q's own mean is 0.6 off
}

TEST(NaturalReport, AMirroredPairIsOneObservationOfTheElbo) {
  // Of a q of the right scale log ratios are linear, and pairs without noise.
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  const Elbo elbo = report_on(*model, independent_q(2, 0.5)).result.elbo;
  EXPECT_FALSE(elbo.is_exact);
  EXPECT_NEAR(elbo.value, -0.25, 1e-9);
  EXPECT_LT(elbo.standard_error, 1e-9);
  EXPECT_EQ(elbo.draws, 2000);
}

TEST(NaturalReport, TheErrorOfTheElboIsThatOfThePairs) {
  // Of a q of twice the width a pair's log ratio is -1.5 xi^2 + log 2, in both halves.
  const std::unique_ptr<Model> model = make_model(independent_density(1));
  const Elbo elbo = report_on(*model, independent_q(1, 0, 2)).result.elbo;
  EXPECT_NEAR(elbo.standard_error, 1.5 * std::sqrt(2.0 / 1000), 0.1 * elbo.standard_error);
  EXPECT_NEAR(elbo.value, std::log(2) - 1.5, 5 * elbo.standard_error);
}

TEST(NaturalReport, BothDrawsOfAPairAreLeftOutIfOneFails) {
  ModelFunctions functions;
  functions.dimension = 1;
  functions.log_density = [](const Vector& z, Vector& gradient) {
    gradient = -z;
    return z[0] > 1 ? std::nan("") : -0.5 * z[0] * z[0];
  };
  const FitResult result =
      report_on(*make_model(functions), isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1)).result;
  // A pair fails with probability 0.317.
  EXPECT_NEAR(static_cast<double>(result.elbo.failed_draws), 634, 2 * 5 * std::sqrt(1000 * 0.317 * 0.683));
  EXPECT_EQ(result.elbo.failed_draws % 2, 0);
  EXPECT_EQ(result.elbo.draws, 2000);
  EXPECT_NEAR(result.elbo.value, 0.5 * testing::kLogTwoPi, 1e-9);
}

TEST(NaturalReport, AnElboThatIsNoisyIsSharpenedWithinTheOptions) {
  // Ten parameters, q of a tenth of the variance: log ratios have variance 10 * 2 * 0.45^2 = 2.01^2.
  const std::unique_ptr<Model> model = make_model(independent_density(10));
  const Gaussian q = independent_q(10, 0, std::sqrt(0.1));
  const double exact = 10 * 0.5 * (1 - 0.1 + std::log(0.1));
  const auto elbo_of = [&](Index most) { return report_on(*model, q, with_weight_draws(most)).result.elbo; };
  const Elbo first = elbo_of(2000), same = elbo_of(2999), more = elbo_of(3000), sharp = elbo_of(50000);
  EXPECT_EQ(first.draws, 2000);
  EXPECT_NEAR(first.standard_error, 2.01 / std::sqrt(1000), 0.01);
  EXPECT_EQ(same.draws, 2000);
  EXPECT_EQ(same.value, first.value);
  EXPECT_EQ(more.draws, 3000);
  EXPECT_NE(more.value, first.value);
  // Weighted by their draws; the error of the others is 2.01 / sqrt(1000), known to 3 %.
  EXPECT_NEAR(more.standard_error, std::hypot(2 * first.standard_error, 2.01 / std::sqrt(1000)) / 3, 0.0015);
  // 20,000 in all, as if the others were pairs too: (0.0635 / 0.02)^2 times those 2000.
  EXPECT_NEAR(static_cast<double>(sharp.draws), 20200, 3000);
  EXPECT_LT(sharp.standard_error, 0.02);
  EXPECT_GT(sharp.standard_error, 0.01);
  for (const Elbo& elbo : {first, more, sharp}) EXPECT_NEAR(elbo.value, exact, 5 * elbo.standard_error);
}

TEST(NaturalReport, AnElboThatIsGoodEnoughIsLeftAlone) {
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  EXPECT_EQ(report_on(*model, independent_q(2, 0.3, 1.1), with_weight_draws(50000)).result.elbo.draws, 2000);
}

TEST(NaturalReport, UnevenWeightsAreAdaptedWithinTheOptions) {
  const std::unique_ptr<Model> model = make_model(testing::StudentT{5, {Vector::Zero(2), Vector::Ones(2), 0.6}});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 0.9);
  const FitResult plain = report_on(*model, q).result;
  EXPECT_TRUE(std::isnan(plain.importance.q_khat));
  EXPECT_EQ(plain.importance.draws, 2000);

  const FitResult adapted = report_on(*model, q, with_weight_draws(20000)).result;
  EXPECT_EQ(adapted.importance.q_khat, plain.importance.khat);
  EXPECT_GT(adapted.importance.draws, 2000);
  EXPECT_LE(adapted.importance.draws, 20000);
  EXPECT_GT(adapted.importance.effective_sample_size, 3 * plain.importance.effective_sample_size);
  // Tails of five degrees of freedom: their squares have a kurtosis of 9 and their mean an error of sqrt(8 / n).
  const double error = std::sqrt(8 / adapted.importance.effective_sample_size);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_NEAR(adapted.importance.mean[i], 0, 5 * std::sqrt(5.0 / 3 / adapted.importance.effective_sample_size));
    EXPECT_NEAR(adapted.importance.sd[i] * adapted.importance.sd[i] / (5.0 / 3), 1, 5 * error);
  }
}

TEST(NaturalReport, CountsEveryEvaluation) {
  const std::unique_ptr<Model> heavy = make_model(testing::StudentT{5, {Vector::Zero(2), Vector::Ones(2), 0.6}});
  const std::unique_ptr<Model> normal = make_model(independent_density(10));
  for (const Index most : {2000, 20000}) {
    for (const Reported& report :
         {report_on(*heavy, isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 0.9), with_weight_draws(most)),
          report_on(*normal, independent_q(10, 0, std::sqrt(0.1)), with_weight_draws(most))}) {
      EXPECT_EQ(report.result.gradient_draws, report.evaluations);
      EXPECT_EQ(report.result.diagnostics.report_draws, 2000);
    }
  }
}

TEST(NaturalReport, WithoutTimeItIsOfWholePairsOfFewDraws) {
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  FitOptions options = with_weight_draws(50000);
  options.time_budget = 1e-9;
  const Reported report = report_on(*model, independent_q(2, 0.5), options);
  const FitResult& result = report.result;
  EXPECT_EQ(result.diagnostics.report_draws, 64);  // those that are always made
  EXPECT_EQ(result.gradient_draws, 64);
  EXPECT_EQ(report.evaluations, 64);
  EXPECT_EQ(result.elbo.draws, 64);
  EXPECT_EQ(result.importance.draws, 64);
  EXPECT_NEAR(result.elbo.value, -0.25, 1e-9);  // by pairs, as above
  EXPECT_LT(result.elbo.standard_error, 1e-9);
  EXPECT_TRUE(std::isnan(result.importance.q_khat));
}

TEST(NaturalReport, ErrorsOfMeansAndSdsFallWithTheAverageAndRiseWithWhatIsMissing) {
  const testing::GaussianModel model(Vector::Zero(3), Matrix::Identity(3, 3));
  GapEstimate gap;
  gap.draws = 160;
  gap.unit_mean_error = Vector({{1, 2, 3}});
  gap.unit_log_sd_error = Vector({{0.5, 0.6, 0.7}});
  gap.mean_offset = Vector({{0.5, -0.05, 0}});
  gap.mean_offset_error = Vector({{0.3, 0.1, 0.1}});
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(3), 1);
  q.scale[1] = 2;
  const FitResult result = report_on(model, q, {}, {gap, 100}).result;
  ASSERT_EQ(result.mcse_mean.size(), 3);
  EXPECT_NEAR(result.mcse_mean[0], std::sqrt(0.01 + 0.25 - 0.09), 1e-12);
  EXPECT_NEAR(result.mcse_mean[1], 0.2, 1e-12);  // an offset within its error says nothing
  EXPECT_NEAR(result.mcse_mean[2], 0.3, 1e-12);
  EXPECT_NEAR(result.mcse_sd[0], 0.05, 1e-12);
  EXPECT_NEAR(result.mcse_sd[1], 2 * 0.06, 1e-12);

  EXPECT_EQ(report_on(model, q, {}, {gap, 0}).result.mcse_mean.size(), 0);
  EXPECT_EQ(report_on(model, q, {}, {GapEstimate{}, 100}).result.mcse_mean.size(), 0);
}

TEST(NaturalReport, MarginalSdsAreThoseOfTheCurvature) {
  const testing::Autoregression density{Vector::Zero(2), Vector({{1, 20}}), 0.6};
  const testing::GaussianModel model(density.mean, density.covariance().inverse());
  const Gaussian q = testing::diagonal_gaussian(density.mean, density.conditional_sds());
  MeanMetric metric(2);
  const GapEstimate none;
  EXPECT_EQ(report_on(model, q, {}, {none, 0, &metric}).result.marginal_sd_ratio.size(), 0);
  metric.set(density.covariance().inverse(), 1e9);
  const FitResult result = report_on(model, q, {}, {none, 0, &metric}).result;
  ASSERT_EQ(result.marginal_sd_ratio.size(), 2);
  for (const double ratio : result.marginal_sd_ratio) EXPECT_NEAR(ratio, 1.25, 0.004);  // 1 / sqrt(1 - 0.36); B is held back by 0.002
}

TEST(NaturalReport, SummarisesAModelsOwnQuantities) {
  const testing::SlowModel model;
  const FitResult result = report_on(model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1)).result;
  EXPECT_EQ(result.constrained.names, model.names());
  EXPECT_EQ(result.constrained.draws, 2000);
  EXPECT_GT(result.constrained.weighted_draws, 0);
  EXPECT_NEAR(result.constrained.mean[0], 0, 1e-9);  // of mirrored pairs
  EXPECT_EQ(model.computed, 2000);
}

}  // namespace
}  // namespace g2t
