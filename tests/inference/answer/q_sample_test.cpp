// Draws of q in mirrored pairs, evaluated in whole blocks, and the ELBO by pairs.
#include <gtest/gtest.h>
#include <inference/answer/answer_draws.h>
#include <inference/answer/q_sample.h>

#include <cmath>
#include <g2t/core/model_use.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

const SampleStreams kQSampleStreams{1, Sample::Fit};

/// d independent parameters of mean 1 and sd 2, and a q that is off by so many sds and as much too wide.
testing::DiagonalNormal sampled_density(Index d) { return {Vector::Ones(d), Vector::Constant(d, 2)}; }
Gaussian sampled_q(Index d, double shift, double width = 1) {
  return isotropic_gaussian(Structure::Diagonal, Vector::Constant(d, 1 + 2 * shift), 2 * width);
}

TEST(QSample, IsOfBlocksOfEightDrawsAndTheirMirrorImages) {
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const testing::GaussianModel model(Vector::Zero(3), Matrix::Identity(3, 3));
    const Gaussian q = testing::wavy_gaussian(structure, 3);
    const QSample sample(model, q, 100, kQSampleStreams);
    ASSERT_EQ(sample.draws().rows(), 112);  // whole blocks
    EXPECT_EQ(sample.evaluated(), 0);
    for (Index block = 0; block < 112; block += 16)
      EXPECT_LT((sample.draws().middleRows(block, 8) + sample.draws().middleRows(block + 8, 8) -
                 2 * q.mean.transpose().replicate(8, 1)).norm(), 1e-13);
    const Vector sds = standard_deviations(q);
    for (Index i = 0; i < 3; ++i) {
      const double square = (sample.draws().col(i).array() - q.mean[i]).square().mean() / (sds[i] * sds[i]);
      EXPECT_NEAR(square, 1, 4 * std::sqrt(2.0 / 56));  // of 56 pairs
    }
    EXPECT_LT((sample.log_q() - log_density_at(q, sample.draws())).norm(), 1e-10);
  }
}

TEST(QSample, EvaluatesAsManyAsAreAskedForAndNoneTwice) {
  const std::unique_ptr<Model> model = make_model(sampled_density(2));
  QSample sample(*model, sampled_q(2, 0.3), 160, kQSampleStreams);
  ModelUse use;
  const ModelUseScope scope(&use);
  sample.evaluate(20, {});
  EXPECT_EQ(sample.evaluated(), 32);
  const Vector first = sample.log_density();
  sample.evaluate(10, {});
  EXPECT_EQ(sample.evaluated(), 32);
  sample.evaluate(1000, {});
  EXPECT_EQ(sample.evaluated(), 160);
  EXPECT_EQ(sample.log_density().head(32), first);
  EXPECT_EQ(use.gradients() + use.densities(), 160);
  Vector all;
  model->log_densities(sample.draws(), all);
  EXPECT_EQ(sample.log_density(), all);
  EXPECT_EQ(sample.log_ratios(), all - sample.log_q());
  EXPECT_GT(sample.seconds_a_draw(), 0);
}

TEST(QSample, EndsWithWholePairs) {
  const std::unique_ptr<Model> model = make_model(sampled_density(2));
  QSample sample(*model, sampled_q(2, 0.3), 320, kQSampleStreams);
  const StopRule at_40 = [](Index done) { return done >= 40; };
  sample.evaluate(320, at_40);
  EXPECT_EQ(sample.evaluated(), 64);  // parts of 32 draws
  sample.evaluate(320, at_40);        // which counts those before
  EXPECT_EQ(sample.evaluated(), 64);
  sample.evaluate(320, [](Index done) { return done >= 80; });
  EXPECT_EQ(sample.evaluated(), 96);
}

TEST(QSample, AMirroredPairIsOneObservationOfTheElbo) {
  // Of a q of the right scale log ratios are linear, and pairs without noise.
  const std::unique_ptr<Model> model = make_model(sampled_density(2));
  QSample sample(*model, sampled_q(2, 0.5), 2000, kQSampleStreams);
  sample.evaluate(64, {});
  const Elbo elbo = sample.elbo();
  EXPECT_FALSE(elbo.is_exact);
  EXPECT_NEAR(elbo.value, -0.25, 1e-9);
  EXPECT_LT(elbo.standard_error, 1e-9);
  EXPECT_EQ(elbo.draws, 64);
}

TEST(QSample, TheErrorOfTheElboIsThatOfThePairs) {
  // Of a q of twice the width a pair's log ratio is -1.5 xi^2 + log 2, in both halves.
  const std::unique_ptr<Model> model = make_model(sampled_density(1));
  QSample sample(*model, sampled_q(1, 0, 2), 2000, kQSampleStreams);
  sample.evaluate(2000, {});
  const Elbo elbo = sample.elbo();
  EXPECT_NEAR(elbo.standard_error, 1.5 * std::sqrt(2.0 / 1000), 0.1 * elbo.standard_error);
  EXPECT_NEAR(elbo.value, std::log(2) - 1.5, 5 * elbo.standard_error);
}

TEST(QSample, BothDrawsOfAPairAreLeftOutIfOneFails) {
  ModelFunctions functions;
  functions.dimension = 1;
  functions.log_density = [](const Vector& z, Vector& gradient) {
    gradient = -z;
    return z[0] > 1 ? std::nan("") : -0.5 * z[0] * z[0];
  };
  const std::unique_ptr<Model> model = make_model(functions);
  QSample sample(*model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1), 2000, kQSampleStreams);
  sample.evaluate(2000, {});
  const Elbo elbo = sample.elbo();
  // A pair fails with probability 0.317.
  EXPECT_NEAR(static_cast<double>(elbo.failed_draws), 634, 2 * 5 * std::sqrt(1000 * 0.317 * 0.683));
  EXPECT_EQ(elbo.failed_draws % 2, 0);
  EXPECT_EQ(elbo.draws, 2000);
  EXPECT_NEAR(elbo.value, 0.5 * testing::kLogTwoPi, 1e-9);
}

TEST(QSample, LaterOnesAreOthers) {
  const std::unique_ptr<Model> model = make_model(sampled_density(2));
  const QSample one(*model, sampled_q(2, 0), 64, kQSampleStreams), again(*model, sampled_q(2, 0), 64, kQSampleStreams),
      longer(*model, sampled_q(2, 0), 128, kQSampleStreams), later(*model, sampled_q(2, 0), 64, {1, Sample::Later});
  EXPECT_EQ(one.draws(), again.draws());
  EXPECT_TRUE((one.draws().array() != later.draws().array()).all());
  EXPECT_EQ(longer.draws().rows(), 128);
}

}  // namespace
}  // namespace g2t
