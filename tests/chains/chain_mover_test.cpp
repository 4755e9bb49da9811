// Moves keep their target, whatever the metric and the temperature.
#include <chains/chain_mover.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

constexpr Index kMoverChains = 512;

// The logarithm of a gamma variable of shape 3: skewed.
struct LogGamma {
  int dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
      sum += 3 * z[i] - std::exp(z[i]) - std::log(2.0);
      gradient[i] = 3 - std::exp(z[i]);
    }
    return sum;
  }
};

ChainStates standard_states(const Gaussian& q, std::uint64_t seed) {
  ChainStates states;
  transform_normals(q, testing::normals_of(seed, kMoverChains, q.dimension()), states.positions);
  return states;
}

// Means of exp(z), which is gamma: 3, sd sqrt(3).
void expect_skewed(bool alternates) {
  const auto model = make_model(LogGamma{});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Ones(2), 0.6);
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  ChainStates states = standard_states(q, 1);
  ASSERT_TRUE(mover.evaluate(states));
  if (alternates) {
    mover.learn_metrics(states.positions * Vector{{0.5, 1.5}}.asDiagonal());  // wrong scales: any will do
    mover.alternate();
  }
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(mover.move(states, untempered(kMoverChains), 0.5));
  double sum = 0, squares = 0, count = 0;
  for (int k = 0; k < 40; ++k) {
    ASSERT_TRUE(mover.move(states, untempered(kMoverChains)));
    const Matrix values = states.positions.array().exp();
    sum += values.sum(), squares += values.cwiseAbs2().sum(), count += static_cast<double>(values.size());
  }
  // At least a quarter of the draws is effective.
  const double error = std::sqrt(4 / count);
  EXPECT_NEAR(sum / count, 3, 4 * std::sqrt(3.0) * error);
  EXPECT_NEAR(squares / count, 12, 4 * std::sqrt(360 - 144.0) * error);  // E x^4 = 360
  EXPECT_GT(mover.acceptance().mean(), 0.6);
}

TEST(ChainMover, FindsASkewedDensity) { expect_skewed(false); }
TEST(ChainMover, FindsItWithTwoMetricsInTurn) { expect_skewed(true); }

// Steps are half as long in the scales' metric at first, so trajectories take twice as many.
TEST(ChainMover, EveryOtherMoveIsInTheScales) {
  const auto model = make_model(LogGamma{});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Ones(2), 0.6);
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  ChainStates states = standard_states(q, 1);
  ASSERT_TRUE(mover.evaluate(states));
  mover.alternate();
  double gradients[] = {0, 0};
  for (std::size_t k = 0; k < 40; ++k) {
    const Index before = mover.gradients();
    ASSERT_TRUE(mover.move(states, untempered(kMoverChains)));
    gradients[k % 2] += static_cast<double>(mover.gradients() - before);
  }
  EXPECT_NEAR(gradients[1] / gradients[0], 2, 0.6);  // of 20 random lengths each
}

// q^(1 - b) p^b of two Gaussians: precisions are added up.
TEST(ChainMover, KeepsATemperedTarget) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Constant(3, 2.0), Vector::Constant(3, 0.5)});
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const Gaussian q = isotropic_gaussian(structure, Vector::Zero(3), 1);
    ChainMover mover(*model, q, {2, Sample::Fit}, {});
    ChainStates states = standard_states(q, 2);
    ASSERT_TRUE(mover.evaluate(states));
    const double power = 0.5, precision = 0.5 + 0.5 * 4, mean = 0.5 * 4 * 2 / precision;
    const TemperedTarget target{Vector::Constant(kMoverChains, power), 1 - power};
    for (int k = 0; k < 10; ++k) ASSERT_TRUE(mover.move(states, target, 0.5));
    double sum = 0, squares = 0, count = 0;
    for (int k = 0; k < 20; ++k) {
      ASSERT_TRUE(mover.move(states, target));
      const auto centred = states.positions.array() - mean;
      sum += centred.sum(), squares += centred.square().sum(), count += static_cast<double>(centred.size());
    }
    const double error = std::sqrt(4 / count);
    EXPECT_NEAR(sum / count * std::sqrt(precision), 0, 4 * error);
    EXPECT_NEAR(squares / count * precision, 1, 4 * std::sqrt(2) * error);
  }
}

TEST(ChainMover, AMoveThatIsEndedChangesNothing) {
  const auto model = make_model(LogGamma{});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Ones(2), 0.6);
  ChainMover mover(*model, q, {1, Sample::Fit}, [](Index done) { return done >= 600; });
  ChainStates states = standard_states(q, 1);
  ASSERT_TRUE(mover.evaluate(states));
  const Matrix before = states.positions;
  EXPECT_FALSE(mover.move(states, untempered(kMoverChains)));
  EXPECT_EQ(states.positions, before);
  EXPECT_LE(mover.gradients(), 640);
}

}  // namespace
}  // namespace g2t
