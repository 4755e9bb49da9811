// Wrong gradients are found and named, right ones pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/gradient_check.hpp>
#include <g2t/models/struct_model.hpp>
#include <limits>
#include <numbers>

namespace g2t {
namespace {

// log density -(x1 - 1)^2/2 - (x2 + 2)^2/2 - log 2 pi, with each part of the gradient times a factor.
struct Quadratic {
  double first_factor = 1;
  double second_factor = 1;
  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient(0) = first_factor * (1 - z(0));
    gradient(1) = second_factor * (-2 - z(1));
    return -0.5 * std::pow(z(0) - 1, 2) - 0.5 * std::pow(z(1) + 2, 2) - std::log(2 * std::numbers::pi);
  }
};

TEST(GradientCheck, PassesTheRightGradient) {
  for (const Vector& point : {Vector(Eigen::Vector2d(0, 0)), Vector(Eigen::Vector2d(1, -2)),
                              Vector(Eigen::Vector2d(3, 0.5)), Vector(Eigen::Vector2d(1e5, -1e-7))}) {
    const GradientCheck check = check_gradient(*make_model(Quadratic{}), point);
    EXPECT_TRUE(check.passed) << check.message();
    EXPECT_EQ(check.message(), "");
  }
}

TEST(GradientCheck, NamesTheCoordinateOfAWrongSign) {
  const GradientCheck check = check_gradient(*make_model(Quadratic{1, -1}), Eigen::Vector2d(3, 0.5));
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.worst, 1);
  EXPECT_DOUBLE_EQ(check.given, 2.5);
  EXPECT_NEAR(check.expected, -2.5, 1e-8);
  EXPECT_THAT(check.message(), ::testing::HasSubstr("coordinate 2 (z2): the model says 2.5, finite differences -2.5"));
  EXPECT_THAT(check.message(), ::testing::HasSubstr("(3, 0.5)"));
}

TEST(GradientCheck, NamesTheCoordinateOfAZero) {
  const GradientCheck check = check_gradient(*make_model(Quadratic{0, 1}), Eigen::Vector2d(0, 0));
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.worst, 0);
  EXPECT_EQ(check.given, 0);
  EXPECT_NEAR(check.expected, 1, 1e-8);
}

// Curves steeply, over many orders of magnitude, and has a large constant in it.
struct Steep {
  double constant = 0;
  Index dimension() const { return 3; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient << -std::exp(z(0)), -1e6 * std::sin(1e3 * z(1)), -z(2) / (1 + z(2) * z(2));
    return constant - std::exp(z(0)) + 1e3 * std::cos(1e3 * z(1)) - 0.5 * std::log1p(z(2) * z(2));
  }
};

TEST(GradientCheck, PassesSteepDensities) {
  for (const double constant : {0.0, 1e9}) {
    const GradientCheck check = check_gradient(*make_model(Steep{constant}), Eigen::Vector3d(12, 0.3, -40));
    EXPECT_TRUE(check.passed) << check.message();
  }
}

TEST(GradientCheck, SaysWhereTheDensityIsNotFinite) {
  struct Bad {
    Index dimension() const { return 1; }
    double log_density(const Vector&, Vector&) const { return -std::numeric_limits<double>::infinity(); }
  };
  const GradientCheck check = check_gradient(*make_model(Bad{}), Vector::Ones(1));
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.worst, -1);
  EXPECT_THAT(check.message(), ::testing::HasSubstr("not finite (-inf) at (1)"));
}

TEST(GradientCheck, NeedsAPointOfTheRightSize) {
  EXPECT_THROW((void)check_gradient(*make_model(Quadratic{}), Vector::Zero(3)), InvalidArgument);
}

}  // namespace
}  // namespace g2t
