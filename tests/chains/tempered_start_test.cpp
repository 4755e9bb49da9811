// Evidence and moments of tempered starts against closed forms.
#include <chains/tempered_start.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

constexpr Index kStartChains = 128, kPool = 1024;

ChainPool pool_of(const Model& model, const Gaussian& q) {
  ChainPool pool;
  transform_normals(q, testing::normals_of(3, kPool, q.dimension()), pool.draws);
  model.log_densities(pool.draws, pool.log_density);
  return pool;
}

TEST(TemperedStart, TakesOneStepWhereQIsGood) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(4), Vector::Ones(4)});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(4), 1.05);
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  const TemperedStart start = start_chains(pool_of(*model, q), kStartChains, 100'000, {1, Sample::Fit}, mover);
  ASSERT_TRUE(start.is_whole);
  EXPECT_EQ(start.temperatures, (std::vector<double>{0, 1}));
  EXPECT_EQ(mover.gradients(), kStartChains);
  EXPECT_GT(start.ancestors, kStartChains / 2);
  EXPECT_NEAR(start.log_evidence, 0, 0.05);  // the density has mass one; sqrt(4) * 0.1 / sqrt(1024) is 0.006
}

// q is three sds aside and half as wide.
TEST(TemperedStart, GoesToAPosteriorThatIsFar) {
  const Index d = 6;
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(d), Vector::Ones(d)});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Constant(d, 3.0 / std::sqrt(6.0)), 0.5);
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  const ChainPool pool = pool_of(*model, q);
  const TemperedStart start = start_chains(pool, kStartChains, 100'000, {1, Sample::Fit}, mover);
  ASSERT_TRUE(start.is_whole);
  EXPECT_GT(start.temperatures.size(), 3u);
  EXPECT_EQ(start.temperatures.back(), 1);
  EXPECT_LT(start.states.positions.colwise().mean().norm(), 1.0);
  EXPECT_NEAR(start.log_evidence, 0, 0.8);  // the density has mass one
}

TEST(TemperedStart, TakesWeightedDrawsAsTheyAre) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(2), Vector::Ones(2)});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(2), 1);
  ChainPool pool = pool_of(*model, q);
  pool.weights = Vector::Zero(kPool);
  pool.weights[7] = 1;
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  const TemperedStart start = start_chains(pool, kStartChains, 100'000, {1, Sample::Fit}, mover);
  EXPECT_TRUE(start.is_whole);
  EXPECT_EQ(start.ancestors, 1);
  EXPECT_EQ(start.states.positions.row(100), pool.draws.row(7));
  EXPECT_TRUE(std::isnan(start.log_evidence));
}

TEST(TemperedStart, EndsWithoutADensityOrABudget) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(2), Vector::Ones(2)});
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Constant(2, 30), 0.01);
  ChainPool pool = pool_of(*model, q);
  ChainMover mover(*model, q, {1, Sample::Fit}, {});
  EXPECT_FALSE(start_chains(pool, kStartChains, 500, {1, Sample::Fit}, mover).is_whole);
  pool.log_density.setConstant(-std::numeric_limits<double>::infinity());
  EXPECT_FALSE(start_chains(pool, kStartChains, 100'000, {1, Sample::Fit}, mover).is_whole);
}

}  // namespace
}  // namespace g2t
