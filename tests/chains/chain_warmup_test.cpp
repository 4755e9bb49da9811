// A warm-up settles on the posterior, takes the second metric where moves are slow, and can tune the steps again.
#include <chains/chain_warmup.h>
#include <chains/tempered_start.h>
#include <gtest/gtest.h>

#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>
#include <support/targets.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

constexpr Index kWarmedChains = 128;

// Chains at draws of q.
ChainStates states_at(const Gaussian& q, ChainMover& mover) {
  ChainStates states;
  transform_normals(q, testing::normals_of(1, kWarmedChains, q.dimension()), states.positions);
  mover.evaluate(states);
  return states;
}

TEST(HotChains, AreEverySecondGroupOfEight) {
  const std::vector<bool> is_hot = hot_chains(32);
  for (std::size_t k = 0; k < is_hot.size(); ++k) EXPECT_EQ(is_hot[k], k % 16 >= 8) << k;
}

TEST(WarmUp, SettlesOnAGaussian) {
  const auto model = make_model(testing::DiagonalNormal{Vector{{1, -2}}, Vector{{0.1, 3}}});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(2), 1);
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  ChainStates states = states_at(q, mover);
  ASSERT_TRUE(warm_up_chains(100'000, mover, states));
  EXPECT_FALSE(mover.alternates());
  // Of 128 independent chains, four standard errors.
  EXPECT_NEAR(states.positions.col(0).mean(), 1, 4 * 0.1 / std::sqrt(128.0));
  EXPECT_NEAR(states.positions.col(1).mean(), -2, 4 * 3 / std::sqrt(128.0));
}

TEST(WarmUp, TakesASecondMetricOnABentRidge) {
  const testing::BentRidge density{0.5, 0.5};
  const auto model = make_model(density);
  Gaussian q = isotropic_gaussian(Structure::Diagonal, density.best_mean(), 1);
  q.scale = density.best_sds();
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  ChainStates states = states_at(q, mover);
  ASSERT_TRUE(warm_up_chains(100'000, mover, states));
  EXPECT_TRUE(mover.alternates());
}

TEST(WarmUp, EndsAtItsBudget) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(2), Vector::Ones(2)});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(2), 1);
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  ChainStates states = states_at(q, mover);
  EXPECT_FALSE(warm_up_chains(kWarmedChains, mover, states));
}

// The steps were for a density ten times as wide.
TEST(TuneAgain, MakesStepsFitWhereChainsAre) {
  const Gaussian wide = isotropic_gaussian(Structure::Dense, Vector::Zero(20), 1);
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(20), Vector::Constant(20, 0.1)});
  ChainMover mover(*model, wide, {1, Sample::Fit}, {});
  ChainStates states = states_at(isotropic_gaussian(Structure::Dense, Vector::Zero(20), 0.1), mover);
  ASSERT_TRUE(mover.move(states, untempered(kWarmedChains)));
  EXPECT_LT(mover.acceptance().mean(), 0.5);
  std::vector<Matrix> recent;
  // Four times too wide: the step size has to make up for it.
  for (std::uint64_t k = 0; k < 8; ++k) recent.emplace_back(0.4 * testing::normals_of(20 + k, kWarmedChains, 21));
  const double before = mover.step_size();
  ASSERT_TRUE(tune_again(recent, mover, states));
  EXPECT_LT(mover.step_size(), 0.6 * before);
  double sum = 0;
  for (int k = 0; k < 8; ++k) {
    ASSERT_TRUE(mover.move(states, untempered(kWarmedChains)));
    sum += mover.acceptance().mean();
  }
  EXPECT_NEAR(sum / 8, 0.83, 0.1);  // 0.8, and a fifth of small steps that are accepted
}

}  // namespace
}  // namespace g2t
