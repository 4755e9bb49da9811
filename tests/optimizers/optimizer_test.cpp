#include <g2t/optimizers/optimizer.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/families/full_rank.hpp>
#include <g2t/families/mean_field.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

constexpr double kStepSize = 0.05;

std::unique_ptr<Family> start() { return make_mean_field(isotropic_gaussian(Structure::Diagonal, Vector::Ones(2), 1)); }

// Ascent gradient of -1/2 (m - c)' diag(k) (m - c), scales left alone.
Vector gradient_at(const Family& q) {
  Vector gradient = Vector::Zero(4);
  gradient[0] = -2 * (q.gaussian().mean[0] + 1);
  gradient[1] = -0.5 * (q.gaussian().mean[1] - 3);
  return gradient;
}

Vector mean_after(OptimizerKind kind, int steps) {
  const std::unique_ptr<Family> q = start();
  Optimizer optimizer({kind, 0.8});
  for (int k = 0; k < steps; ++k) optimizer.step(*q, gradient_at(*q), kStepSize);
  return q->gaussian().mean;
}

// Yang et al.'s unified form: y = x + eta g, ys = x + s eta g, x = y + beta (ys - ys of the step before).
Vector unified(double s, int steps) {
  const double eta = kStepSize, beta = 0.8;
  const std::unique_ptr<Family> probe = start();
  Vector x = probe->gaussian().mean, before = x;
  for (int k = 0; k < steps; ++k) {
    Gaussian q = probe->gaussian();
    q.mean = x;
    probe->set_gaussian(q);
    const Vector g = gradient_at(*probe).head(2);
    const Vector ys = x + s * eta * g;
    x = x + eta * g + beta * (ys - before);
    before = ys;
  }
  return x;
}

TEST(Optimizer, HeavyBallIsTheUnifiedFormWithSZero) {
  EXPECT_LT((mean_after(OptimizerKind::HeavyBall, 25) - unified(0, 25)).norm(), 1e-12);
}

TEST(Optimizer, NesterovIsTheUnifiedFormWithSOne) {
  EXPECT_LT((mean_after(OptimizerKind::Nesterov, 25) - unified(1, 25)).norm(), 1e-12);
}

TEST(Optimizer, SgdIgnoresMomentum) {
  const std::unique_ptr<Family> q = start();
  Vector x = q->gaussian().mean;
  Optimizer optimizer({OptimizerKind::Sgd, 0.8});
  for (int k = 0; k < 10; ++k) {
    x += kStepSize * gradient_at(*q).head(2);
    optimizer.step(*q, gradient_at(*q), kStepSize);
    EXPECT_LT((q->gaussian().mean - x).norm(), 1e-14);
  }
}

TEST(Optimizer, AllReachTheMaximum) {
  for (OptimizerKind kind : {OptimizerKind::Sgd, OptimizerKind::HeavyBall, OptimizerKind::Nesterov})
    EXPECT_LT((mean_after(kind, 2000) - Vector({{-1, 3}})).norm(), 1e-6) << optimizer_name(kind);
}

TEST(Optimizer, HalfTheStepsAndHalfTheStepsAreAllTheSteps) {
  for (OptimizerKind kind : {OptimizerKind::Sgd, OptimizerKind::HeavyBall, OptimizerKind::Nesterov}) {
    const std::unique_ptr<Family> q = start();
    Optimizer optimizer({kind, 0.8});
    for (int k = 0; k < 7; ++k) optimizer.step(*q, gradient_at(*q), kStepSize);
    Optimizer resumed = optimizer;  // its state is all there is
    for (int k = 0; k < 7; ++k) resumed.step(*q, gradient_at(*q), kStepSize);
    EXPECT_EQ(q->gaussian().mean, mean_after(kind, 14));
  }
}

TEST(Optimizer, MirrorsItsVelocityWithTheScale) {
  // Two raw scales with mirrored starts see mirrored gradients: |s| must follow the same path.
  const std::unique_ptr<Family> q =
      make_mean_field(isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 0.1), ScaleCoordinate::Scale);
  Optimizer optimizer({OptimizerKind::HeavyBall, 0.5});
  double raw = 0.1, velocity = 0;
  for (int k = 0; k < 6; ++k) {
    const double sign = raw < 0 ? -1 : 1, pull = -1;  // d/d|s| is -1: the raw gradient has the sign of s
    velocity = 0.5 * velocity + sign * pull;
    raw += 0.15 * velocity;
    optimizer.step(*q, Vector({{0, pull}}), 0.15);
    EXPECT_NEAR(q->gaussian().scale[0], std::abs(raw), 1e-14);
  }
}

TEST(Optimizer, ForgetsItsVelocityAfterAMoveThatWasNotMade) {
  const std::unique_ptr<Family> q = start();
  Optimizer optimizer({OptimizerKind::HeavyBall, 0.9});
  EXPECT_FALSE(optimizer.step(*q, Vector({{NAN, 0, 0, 0}}), 0.1).is_finite);
  EXPECT_TRUE(optimizer.step(*q, gradient_at(*q), 0.1).is_finite);
  EXPECT_TRUE(q->gaussian().mean.allFinite());
}

TEST(Optimizer, RefusesMomentumOutsideItsRange) {
  EXPECT_THROW(Optimizer({OptimizerKind::HeavyBall, 1.0}), InvalidArgument);
  EXPECT_THROW(Optimizer({OptimizerKind::HeavyBall, -0.1}), InvalidArgument);
  EXPECT_THROW(Optimizer({OptimizerKind::HeavyBall, NAN}), InvalidArgument);
}

}  // namespace
}  // namespace g2t
