// Uniform points fill their box, and the best of them is the highest.
#include <gtest/gtest.h>
#include <starts/random_points.h>

#include <cmath>
#include <limits>
#include <support/targets_shapes.hpp>

namespace g2t {
namespace {

/// Not finite anywhere.
struct PointsNowhere {
  Index dimension() const { return 2; }
  double log_density(const Vector&, Vector&) const { return -std::numeric_limits<double>::infinity(); }
};

TEST(UniformPoint, CoversItsBox) {
  const Vector point = uniform_point(4000, 2, {1, Purpose::Start, 0});
  EXPECT_LE(point.cwiseAbs().maxCoeff(), 2);
  EXPECT_GT(point.maxCoeff(), 1.98);
  EXPECT_LT(point.minCoeff(), -1.98);
  EXPECT_NEAR(point.mean(), 0, 5 * 2 / std::sqrt(3 * 4000.0));
}

TEST(UniformPoint, BestIsTheHighest) {
  const std::unique_ptr<Model> model =
      make_model(testing::DiagonalNormal{Vector::Constant(1, 0.7), Vector::Constant(1, 0.1)});
  double log_density = 0;
  const Vector best = best_uniform_point(*model, 2, 200, {1, Purpose::Start, 2}, log_density);
  EXPECT_NEAR(best[0], 0.7, 0.1);  // 200 points on (-2, 2): none so near in 4 of 100,000 cases
  EXPECT_EQ(log_density, finite_log_densities(*model, best.transpose())[0]);
  // Points that are not finite lose, and the log density tells if all are.
  const Vector positive = best_uniform_point(*make_model(testing::HalfLine{testing::Outside::Nan}), 2, 50,
                                             {1, Purpose::Start, 2}, log_density);
  EXPECT_GT(positive[0], 0);
  best_uniform_point(*make_model(PointsNowhere{}), 2, 50, {1, Purpose::Start, 2}, log_density);
  EXPECT_FALSE(std::isfinite(log_density));
}

}  // namespace
}  // namespace g2t
