// Effective sample sizes of pairs against the variance of weighted mean squares over many samples.
#include <gtest/gtest.h>
#include <inference/answer/pair_weights.h>

#include <cmath>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

struct ManySamples {
  double reported = 0, by_variance = 0;  // effective sample sizes
  double by_pairs = 0;                   // of the weights alone
};

// q is standard normal, the posterior's mean is `shift` in each of d parameters and its sd `s`.
ManySamples many_samples(Index d, double s, double shift) {
  constexpr int kSamples = 300;
  constexpr Index kDraws = 2000;
  const testing::DiagonalNormal density{Vector::Constant(d, shift), Vector::Constant(d, s)};
  const std::unique_ptr<Model> model = make_model(density);
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(d), 1);
  ManySamples out;
  Vector variance = Vector::Zero(d);
  for (int seed = 1; seed <= kSamples; ++seed) {
    QSample sample(*model, q, kDraws, SampleStreams{static_cast<std::uint64_t>(seed), Sample::Fit});
    sample.evaluate(kDraws, {});
    const PairWeights weights = weigh_pairs(sample);
    EXPECT_NEAR(weights.weights.sum(), 1, 1e-12);
    out.reported += weights.effective_sample_size / kSamples;
    out.by_pairs += 2 * weights.of_pairs.effective_sample_size / kSamples;
    const Matrix squares = (sample.draws().array() - shift).square() / (s * s) - 1;
    variance += (squares.transpose() * weights.weights).cwiseAbs2() / kSamples;
  }
  out.by_variance = 2 / variance.mean();  // an independent draw's square, over the variance, has a variance of 2
  return out;
}

// The variance over 300 samples and d parameters has a relative standard error of sqrt(2 / (300 d)).
TEST(PairWeights, AreWorthWhatTheVarianceSays) {
  for (const auto& [d, s, shift] :
       {std::tuple<Index, double, double>{5, 0.85, 0}, {5, 1, 0}, {5, 1.1, 0}, {5, 0.9, 0.2}}) {
    const ManySamples found = many_samples(d, s, shift);
    EXPECT_NEAR(found.reported / found.by_variance, 1, 4 * std::sqrt(2.0 / (300 * static_cast<double>(d))))
        << s << ": " << found.reported << ", " << found.by_variance << ", by weights alone " << found.by_pairs;
    EXPECT_LT(found.reported, 0.85 * found.by_pairs) << s;
  }
}

TEST(PairWeights, OfOneDrawAreWorthTwoAtMost) {
  const testing::DiagonalNormal density{Vector::Constant(2, 30.0), Vector::Ones(2)};
  const std::unique_ptr<Model> model = make_model(density);
  QSample sample(*model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1), 160,
                 SampleStreams{1, Sample::Fit});
  sample.evaluate(160, {});
  const PairWeights weights = weigh_pairs(sample);
  EXPECT_LT(weights.effective_sample_size, 4);
  EXPECT_LE(weights.effective_sample_size, 2 * weights.of_pairs.effective_sample_size);
  EXPECT_LT(weights.even_share(), 0.05);
}

}  // namespace
}  // namespace g2t
