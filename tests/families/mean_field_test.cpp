#include <g2t/families/mean_field.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

TEST(MeanField, LogScaleNeverLeavesTheFamily) {
  const std::unique_ptr<Family> q = make_mean_field(testing::wavy_gaussian(Structure::Diagonal, 2));
  const MoveReport report = q->move(Vector({{0, 0, -50, 3}}), 1, nullptr);
  EXPECT_EQ(report.sign_flips, 0);
  EXPECT_GT(q->gaussian().scale.minCoeff(), 0);
}

TEST(MeanField, RawScaleIsMirroredTogetherWithItsVelocity) {
  const Gaussian start = isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 0.1);
  const std::unique_ptr<Family> q = make_mean_field(start, ScaleCoordinate::Scale);
  Vector velocity({{0, 0, -0.3, 0.3}});
  const MoveReport report = q->move(velocity, 1, &velocity);
  EXPECT_EQ(report.sign_flips, 1);
  EXPECT_NEAR(q->gaussian().scale[0], 0.2, 1e-15);
  EXPECT_NEAR(q->gaussian().scale[1], 0.4, 1e-15);
  EXPECT_EQ(velocity, Vector({{0, 0, 0.3, 0.3}}));
}

TEST(MeanField, ASecondMoveContinuesInLogScale) {
  // set from the scale once, then moved in log s: two half moves are one.
  const Gaussian start = testing::wavy_gaussian(Structure::Diagonal, 3);
  const std::unique_ptr<Family> once = make_mean_field(start), twice = make_mean_field(start);
  const Vector direction({{1, 2, 3, 4, 5, 6}});
  once->move(direction, 0.2, nullptr);
  twice->move(direction, 0.1, nullptr);
  twice->move(direction, 0.1, nullptr);
  EXPECT_LT((once->gaussian().scale - twice->gaussian().scale).norm(), 1e-14);
}

}  // namespace
}  // namespace g2t
