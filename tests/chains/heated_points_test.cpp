// Points of heated chains: where they go, what they cost, and that they can be stopped.
#include <chains/heated_points.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>
#include <support/side_region.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

// All of the pool in the bulk.
HeatedPoints points_of(const Model& model, const StopRule& stop = {}) {
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(model.dimension()), 1);
  ChainPool pool;
  transform_normals(q, testing::normals_of(3, 1000, q.dimension()), pool.draws);
  model.log_densities(pool.draws, pool.log_density);
  pool.weights = Vector::Constant(1000, 0.001);
  return heated_points(model, q, pool, {1, Sample::Fit}, stop);
}

TEST(HeatedPoints, AreWiderThanThePosterior) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(5), Vector::Ones(5)});
  const HeatedPoints found = points_of(*model);
  // Under the root of the density the variance is 2. A few hundred of the points are independent.
  EXPECT_NEAR(found.draws.cwiseAbs2().mean(), 2, 4 * 2 * std::sqrt(2 / (5 * 300.0)));
  // Weights take it back.
  EXPECT_NEAR((found.draws.cwiseAbs2().transpose() * found.weights).mean(), 1, 4 * std::sqrt(2 / (5 * 200.0)));
  EXPECT_NEAR(found.weights.sum(), 1, 1e-12);
  EXPECT_LT(found.gradients, 10'000);
}

TEST(HeatedPoints, ReachARegionBesideTheDraws) {
  const testing::SideRegion density{6};
  const auto model = make_model(density);
  const HeatedPoints found = points_of(*model);
  EXPECT_GT((density.along(found.draws).array() > density.distance - 1).count(), 20);
}

TEST(HeatedPoints, AreNoneWhereTheyAreStopped) {
  const auto model = make_model(testing::SideRegion{6});
  const HeatedPoints none = points_of(*model, [](Index gradients) { return gradients > 1000; });
  EXPECT_EQ(none.draws.rows(), 0);
  EXPECT_GT(none.gradients, 1000 - 64);
  EXPECT_LT(none.gradients, 1200);
}

}  // namespace
}  // namespace g2t
