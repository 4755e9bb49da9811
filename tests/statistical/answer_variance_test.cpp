// The variance of the answer's draws over the posterior's, where q has a smaller one in many parameters.
#include <gtest/gtest.h>
#include <inference/answer/make_posterior.h>

#include <cmath>
#include <g2t/inference/answer_checks.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

Posterior answer_of(const Model& model, const Gaussian& q, std::uint64_t seed) {
  const AnswerSettings settings;
  const SampleStreams sample{seed, Sample::Fit};
  QSample of_q(model, q, settings.needed_draws(), sample);
  return make_posterior(model, q, settings, sample, {}, of_q);
}

// q too narrow in so many parameters that adapted weights once lost up to 6 % of the variance, and said nothing. The standard
// error is that over the seeds.
TEST(AnswerVariance, OfManyParametersIsWhole) {
  for (const auto& [d, s] : {std::pair<Index, double>{20, 1.3}, {50, 1.2}, {100, 1.15}}) {
    const std::unique_ptr<Model> model = make_model(testing::DiagonalNormal{Vector::Zero(d), Vector::Constant(d, s)});
    const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(d), 1);
    constexpr Index kRuns = 4;
    Vector ratio(kRuns);
    for (Index run = 0; run < kRuns; ++run) {
      const Posterior answer = answer_of(*model, q, static_cast<std::uint64_t>(run) + 1);
      EXPECT_TRUE(doubts_of(answer, kAnswerTolerance).empty()) << d;
      ratio[run] = answer.draws.cwiseAbs2().mean() / (s * s);
    }
    const double error = std::sqrt((ratio.array() - ratio.mean()).square().sum() / (kRuns * (kRuns - 1)));
    EXPECT_NEAR(ratio.mean(), 1, 2 * error) << d;
    EXPECT_LT(error, 0.006) << d;
  }
}

}  // namespace
}  // namespace g2t
