// What a selection table says of squared norms: their errors, and weights that a large gradient does not disturb.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/selection/select_recipe.hpp>
#include <selection/simulated_gradients.hpp>
#include <vector>

namespace g2t {
namespace {

using testing::MeanOf;
using testing::SimulatedGradients;

constexpr double kQuantile = 2.365;  // of Student's t with 7 degrees of freedom: eight folds

// The share of 400 seeds in which value +- errors has the truth, for each number of draws and line of the table.
Vector coverage(const SimulatedGradients& gradients, DecideBy decide_by) {
  constexpr std::uint64_t kSeeds = 400;
  std::vector<double> covered;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Moments moments = gradients.sample(seed, 400);
    std::size_t line = 0;
    for (const Index draws : {1, 5, 64})
      for (const SelectionEntry& entry : select_subset(moments, gradients.costs(), draws, decide_by).entries) {
        if (seed == 1) covered.push_back(0);
        const double off = std::abs(entry.squared_norm - gradients.squared_norm(entry.recipe));
        covered[line++] += off <= kQuantile * entry.standard_error ? 1.0 / kSeeds : 0;
      }
  }
  return Eigen::Map<Vector>(covered.data(), static_cast<Index>(covered.size()));
}

void expect_coverage(const SimulatedGradients& gradients, DecideBy decide_by) {
  const Vector covered = coverage(gradients, decide_by);
  EXPECT_GE(covered.minCoeff(), 0.93) << covered.transpose();
  EXPECT_LE(covered.maxCoeff(), 0.97) << covered.transpose();
}

// With |E g|^2 as a number without error a few percent do, where control variates take away most of the noise.
TEST(SquaredNormErrors, CoverTheTruthWhereTheGradientIsLarge) {
  expect_coverage({6, 2, 10, 3, 1, false}, DecideBy::CrossFit);
}

TEST(SquaredNormErrors, CoverTheTruthWhereTheGradientIsSmallAndNoiseIsSkewed) {
  expect_coverage({6, 2, 0.3, 1, 1, true}, DecideBy::CrossFit);
}

TEST(SquaredNormErrors, CoverTheTruthOfPublishedEstimatesToo) {
  expect_coverage({6, 1, 1, 1, 1, false}, DecideBy::PlugIn);
}

// Estimators that share |E g|^2 differ by less than their own errors: those of a difference decide about ties.
TEST(SquaredNormErrors, TiesAreDecidedByTheErrorOfTheDifference) {
  const SimulatedGradients gradients{6, 1, 50, 1, 0.5, false};
  Index ties = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Selection selection = select_subset(gradients.sample(seed, 200), gradients.costs(), 5);
    const double gain = selection.entries[0].squared_norm - selection.entries[1].squared_norm;
    EXPECT_GT(selection.entries[1].standard_error, 2 * gain);  // 1.2 of 15,000
    ties += selection.entries[0].is_tied;
  }
  EXPECT_EQ(ties, 0);
}

// While the gradient is large, 2 <E g, mean c> is the noise of weights that are fitted to moments that are not centred.
TEST(CentredWeights, AreNotDisturbedByALargeGradient) {
  const SimulatedGradients gradients{6, 1, 100, 1, 0.1, false};
  Vector centred(100), published(100), noise(100), published_noise(100);
  for (Index k = 0; k < 100; ++k) {
    const Moments moments = gradients.sample(static_cast<std::uint64_t>(k), 400);
    const Recipe ours = select_weights(moments, gradients.costs(), 5).choice().recipe;
    const Recipe theirs = select_weights(moments, gradients.costs(), 5, DecideBy::PlugIn).choice().recipe;
    centred[k] = ours.weights[0], published[k] = theirs.weights[0];
    noise[k] = gradients.noise(ours), published_noise[k] = gradients.noise(theirs);
  }
  EXPECT_NEAR(MeanOf(centred).sd, 0.1 / std::sqrt(6 * 400.0), 0.0006);  // as if E g were zero: 0.002
  EXPECT_GT(MeanOf(published).sd, 1);
  EXPECT_NEAR(noise.mean() / (6 * 0.01), 1, 0.01);
  EXPECT_GT(published_noise.mean() / (6 * 0.01), 100);
}

}  // namespace
}  // namespace g2t
