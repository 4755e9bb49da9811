// ELBO, weights and Monte Carlo errors of a known q of a known posterior.
#include <gtest/gtest.h>
#include <inference/natural/natural_report.h>

#include <cmath>
#include <g2t/core/model_use.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>
#include <support/target_fits.hpp>
#include <support/targets_shapes.hpp>

#include "../slow_model.hpp"

namespace g2t {
namespace {

/// A report, and how many evaluations it made.
struct Reported {
  FitResult result;
  Index evaluations = 0;
};

Reported report_on(const Model& model, const Gaussian& q, const FitOptions& options = testing::options_for_q(),
                   const NaturalFindings& findings = {GapEstimate{}}, const FitEvidence& evidence = {}) {
  FitPlan plan;
  plan.options = options;
  const FitHooks hooks;
  const std::unique_ptr<Clock> clock = make_wall_clock();
  const RunLimits limits(plan, hooks, *clock);
  Reported out;
  out.result.q = q;
  ModelUse use;
  const ModelUseScope scope(&use);
  report_natural_fit(model, options, findings, evidence, {limits, 0}, out.result);
  out.evaluations = use.gradients() + use.densities();
  return out;
}

/// d independent parameters of mean 1 and sd 2, and a q that is off by so many sds and as much too wide.
testing::DiagonalNormal independent_density(Index d) { return {Vector::Ones(d), Vector::Constant(d, 2)}; }
Gaussian independent_q(Index d, double shift, double width = 1) {
  return isotropic_gaussian(Structure::Diagonal, Vector::Constant(d, 1 + 2 * shift), 2 * width);
}

TEST(NaturalReport, ThePosteriorItselfHasEvenWeights) {
  const testing::GaussianModel model(Vector::Ones(3), 0.25 * Matrix::Identity(3, 3));
  for (const Structure structure : {Structure::Diagonal, Structure::Dense})
    for (const AnswerWay way : {AnswerWay::Gaussian, AnswerWay::Auto}) {
      FitOptions options;
      options.answer = way;
      const FitResult result = report_on(model, isotropic_gaussian(structure, Vector::Ones(3), 2), options).result;
      const Index evaluated = way == AnswerWay::Gaussian ? 2000 : 256;
      EXPECT_TRUE(result.elbo.is_exact);
      EXPECT_NEAR(result.elbo.value, 0, 1e-12);
      EXPECT_LT(result.importance.khat, kTrustedKhat);
      EXPECT_NEAR(result.importance.even_share, 1, 1e-9);
      EXPECT_NEAR(result.importance.effective_sample_size, 0.5 * static_cast<double>(evaluated), 1e-6);  // by squares, of pairs
      EXPECT_EQ(result.importance.draws, evaluated);
      EXPECT_EQ(result.diagnostics.report_draws, evaluated);
      EXPECT_EQ(result.gradient_draws, evaluated + (way == AnswerWay::Auto ? 1 + 2 * 3 : 0));  // along lines
      EXPECT_EQ(result.posterior.way, AnswerWay::Gaussian);
      EXPECT_EQ(result.posterior.draw_count(), options.answer_settings().needed_draws());
      EXPECT_TRUE(result.warnings.empty());
    }
}

TEST(NaturalReport, WeightsAreOfQWhateverTheAnswer) {
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  const FitResult result = report_on(*model, independent_q(2, 0.3, 1.1), {}).result;
  // E w^2 = exp(shift^2 / (2 width^2 - 1)) width^2 / sqrt(2 width^2 - 1) of each; the rest is noise of 2000 draws.
  const double narrow = 2 * 1.1 * 1.1 - 1;
  const double share = std::pow(std::exp(-0.09 / narrow) * std::sqrt(narrow) / (1.1 * 1.1), 2);
  EXPECT_EQ(result.importance.draws, 2000);
  EXPECT_LT(result.importance.effective_sample_size, 2000 * share);  // pairs are not independent,
  EXPECT_GT(result.importance.effective_sample_size, 1000 * share);
  EXPECT_GT(result.importance.even_share, share + 0.03);  // though what is odd cancels in them
  EXPECT_EQ(result.posterior.way, AnswerWay::Weighted);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_NEAR(result.posterior.parameters.mean[i], 1, 5 * result.posterior.parameters.mcse_mean[i]);
    EXPECT_NEAR(result.posterior.parameters.sd[i], 2, 5 * result.posterior.parameters.mcse_sd[i]);
    EXPECT_LT(5 * result.posterior.parameters.mcse_mean[i], 0.5 * 0.6);  // q's own mean is 0.6 off
  }
}

TEST(NaturalReport, TheElboIsOfAllDrawsThatWereEvaluated) {
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  const Elbo few = report_on(*model, independent_q(2, 0.001), {}).result.elbo;
  EXPECT_FALSE(few.is_exact);
  EXPECT_EQ(few.draws, 256);  // more were not needed
  const Elbo more = report_on(*model, independent_q(2, 0.5), {}).result.elbo;
  EXPECT_EQ(more.draws, 2000);
  EXPECT_NEAR(more.value, -0.25, 1e-9);  // by pairs, of which log ratios that are linear leave no noise
  EXPECT_LT(more.standard_error, 1e-9);
}

TEST(NaturalReport, CountsEveryEvaluation) {
  const std::unique_ptr<Model> heavy = make_model(testing::StudentT{5, {Vector::Zero(2), Vector::Ones(2), 0.6}});
  const std::unique_ptr<Model> normal = make_model(independent_density(10));
  for (const AnswerWay way : {AnswerWay::Auto, AnswerWay::Gaussian, AnswerWay::Weighted, AnswerWay::Moved}) {
    FitOptions options;
    options.answer = way;
    for (const Reported& report : {report_on(*heavy, isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 0.9), options),
                                   report_on(*normal, independent_q(10, 0, std::sqrt(0.1)), options)}) {
      EXPECT_EQ(report.result.gradient_draws, report.evaluations) << answer_name(way);
      EXPECT_EQ(report.result.gradient_draws, report.result.posterior.densities + report.result.posterior.gradients);
      EXPECT_EQ(report.result.diagnostics.report_draws, report.result.importance.draws);
    }
  }
}

TEST(NaturalReport, WithoutTimeItIsOfWholePairsOfFewDraws) {
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  FitOptions options;
  options.time_budget = 1e-9;
  options.answer = AnswerWay::Gaussian;
  const Reported report = report_on(*model, independent_q(2, 0.5), options);
  const FitResult& result = report.result;
  EXPECT_EQ(result.diagnostics.report_draws, 64);  // those that are always made
  EXPECT_EQ(result.gradient_draws, 64);
  EXPECT_EQ(report.evaluations, 64);
  EXPECT_EQ(result.elbo.draws, 64);
  EXPECT_EQ(result.importance.draws, 64);
  EXPECT_NEAR(result.elbo.value, -0.25, 1e-9);  // by pairs, as above
  EXPECT_LT(result.elbo.standard_error, 1e-9);
  EXPECT_EQ(result.posterior.draw_count(), 2000);
}

/// An earlier q that is exact, and its ELBO.
FitEvidence earlier_evidence(double elbo) {
  FitEvidence out;
  out.best_q = independent_q(2, 0);
  out.best_elbo = {.value = elbo, .standard_error = 0.1};
  return out;
}

// The ELBO of a q that is off by 3 sds is -9.
TEST(NaturalReport, GoesBackToAnEarlierQThatWasClearlyBetter) {
  const std::unique_ptr<Model> model = make_model(independent_density(2));
  GapEstimate gap;
  gap.draws = 160;
  gap.unit_mean_error = gap.unit_log_sd_error = Vector::Ones(2);
  const Gaussian q = independent_q(2, 3);
  const Reported back = report_on(*model, q, {}, {gap, 100, {}}, earlier_evidence(0));
  EXPECT_EQ(back.result.q.mean, Vector::Ones(2));
  EXPECT_NEAR(back.result.elbo.value, 0, 1e-9);
  EXPECT_EQ(back.result.posterior.way, AnswerWay::Gaussian);
  ASSERT_EQ(back.result.warnings.size(), 1u);
  EXPECT_EQ(back.result.warnings[0].kind, WarningKind::EarlierIsResult);
  EXPECT_NEAR(back.result.warnings[0].number("nats"), 9, 1e-9);
  EXPECT_TRUE(std::isnan(back.result.gap.value));
  EXPECT_EQ(back.result.mcse_mean.size(), 0);  // of the other one
  EXPECT_EQ(back.result.gradient_draws, back.evaluations);

  NaturalFindings passed{gap, 100, {}};
  passed.is_within_tolerance = true;
  EXPECT_EQ(report_on(*model, q, {}, passed, earlier_evidence(0)).result.q.mean, q.mean);
  EXPECT_EQ(report_on(*model, q, {}, {gap, 100, {}}, earlier_evidence(-7.6)).result.q.mean, q.mean);  // a nat and five errors
  EXPECT_EQ(report_on(*model, q, {}, {gap, 100, {}}, earlier_evidence(-7.4)).result.q.mean, Vector::Ones(2));
}

TEST(NaturalReport, AnEarlierResultIsSaidWithoutADifferenceIfTheLastHasNoElbo) {
  ModelFunctions functions;
  functions.dimension = 2;
  functions.log_density = [](const Vector& z, Vector& gradient) {
    gradient = -(z.array() - 1) / 4;
    return z[0] > 50 ? std::nan("") : -0.125 * (z.array() - 1).square().sum();
  };
  const FitResult result = report_on(*make_model(functions), independent_q(2, 100), {}, {GapEstimate{}}, earlier_evidence(-1000)).result;
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_TRUE(result.warnings[0].numbers.empty());
  EXPECT_TRUE(std::isfinite(result.elbo.value));
  EXPECT_EQ(result.q.mean, Vector::Ones(2));
}

TEST(NaturalReport, ErrorsOfMeansAndSdsFallWithTheAverageAndRiseWithWhatIsMissing) {
  const testing::GaussianModel model(Vector::Zero(3), Matrix::Identity(3, 3));
  GapEstimate gap;
  gap.draws = 160;
  gap.unit_mean_error = Vector({{1, 2, 3}});
  gap.unit_log_sd_error = Vector({{0.5, 0.6, 0.7}});
  gap.mean_offset = Vector({{0.5, -0.05, 0}});
  gap.mean_offset_error = Vector({{0.3, 0.1, 0.1}});
  gap.log_sd_offset = Vector({{0, 0, 0.5}});
  gap.log_sd_offset_error = Vector({{0.1, 0, 0.3}});
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(3), 1);
  q.scale[1] = 2;
  const FitResult result = report_on(model, q, testing::options_for_q(), {gap, 100, {}}).result;
  ASSERT_EQ(result.mcse_mean.size(), 3);
  EXPECT_NEAR(result.mcse_mean[0], std::sqrt(0.01 + 0.25 - 0.09), 1e-12);
  EXPECT_NEAR(result.mcse_mean[1], 0.2, 1e-12);  // an offset within its error says nothing
  EXPECT_NEAR(result.mcse_mean[2], 0.3, 1e-12);
  EXPECT_NEAR(result.mcse_sd[0], 0.05, 1e-12);
  EXPECT_NEAR(result.mcse_sd[1], 2 * 0.06, 1e-12);
  EXPECT_NEAR(result.mcse_sd[2], std::sqrt(0.0049 + 0.25 - 0.09), 1e-12);

  EXPECT_EQ(report_on(model, q, testing::options_for_q(), {gap, 0}).result.mcse_mean.size(), 0);
  EXPECT_EQ(report_on(model, q, testing::options_for_q(), {GapEstimate{}, 100}).result.mcse_mean.size(), 0);
}

TEST(NaturalReport, MarginalSdsAreThoseOfTheCurvature) {
  const testing::Autoregression density{Vector::Zero(2), Vector({{1, 20}}), 0.6};
  const testing::GaussianModel model(density.mean, density.covariance().inverse());
  const Gaussian q = testing::diagonal_gaussian(density.mean, density.conditional_sds());
  MeanMetric metric(2);
  const GapEstimate none;
  EXPECT_EQ(report_on(model, q, testing::options_for_q(), {none, 0, {}, &metric}).result.marginal_sd_ratio.size(), 0);
  metric.set(density.covariance().inverse(), 1e9);
  const FitResult result = report_on(model, q, testing::options_for_q(), {none, 0, {}, &metric}).result;
  ASSERT_EQ(result.marginal_sd_ratio.size(), 2);
  for (const double ratio : result.marginal_sd_ratio) EXPECT_NEAR(ratio, 1.25, 0.004);  // 1 / sqrt(1 - 0.36); B is held back by 0.002
}

TEST(NaturalReport, SummarisesAModelsOwnQuantities) {
  const testing::SlowModel model;
  FitOptions options;
  options.answer = AnswerWay::Gaussian;
  const FitResult result = report_on(model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1), options).result;
  const QuantitySummary& values = result.posterior.quantities;
  EXPECT_EQ(values.names, model.names());
  EXPECT_EQ(values.draws, result.posterior.draw_count());
  EXPECT_NEAR(values.mean[0], 0, 1e-9);  // of mirrored pairs
  EXPECT_EQ(model.computed, values.draws);
}

}  // namespace
}  // namespace g2t
