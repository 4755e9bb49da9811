// Normal blocks with known and unknown scales; its derivatives and expectations are among the laws of all models.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/normal_prior.hpp>
#include <numbers>

namespace g2t {
namespace {

double log_normal_density(double x, double scale) {
  return -0.5 * std::log(2 * std::numbers::pi) - std::log(scale) - 0.5 * x * x / (scale * scale);
}

TEST(NormalPrior, IsTheSumOfItsBlocks) {
  const NormalPrior prior({"l", "a", "b", "c"}, {{0, 1, 10}, {3, 1, 0.5}}, {{1, 2, 0}});
  const Eigen::RowVector4d point(0.3, -1, 2, 0.7);
  Evaluation evaluation;
  prior.evaluate(point, evaluation);
  const double scale = std::exp(0.3);
  EXPECT_NEAR(evaluation.log_density(0),
              log_normal_density(0.3, 10) + log_normal_density(-1, scale) + log_normal_density(2, scale) +
                  log_normal_density(0.7, 0.5),
              1e-14);
  EXPECT_EQ(prior.prior(), nullptr);
  EXPECT_EQ(prior.parameter_names()[3], "c");
}

TEST(NormalPrior, BlocksHaveMeans) {
  const NormalPrior prior({"a", "b"}, {{.first = 0, .size = 2, .scale = 2, .mean = 3}});
  Evaluation evaluation;
  prior.evaluate(Eigen::RowVector2d(1, 4), evaluation);
  EXPECT_NEAR(evaluation.log_density(0), log_normal_density(-2, 2) + log_normal_density(1, 2), 1e-14);
  EXPECT_EQ(evaluation.score, Eigen::RowVector2d(0.5, -0.25));
  ExpectedLogDensity expected;
  prior.expectation()->expect(isotropic_gaussian(Structure::Diagonal, Eigen::Vector2d(1, 4), 0.5), expected);
  EXPECT_NEAR(expected.value, evaluation.log_density(0) - 0.125 * 2 * 0.25, 1e-14);
  EXPECT_EQ(expected.score, Eigen::Vector2d(0.5, -0.25));
}

TEST(NormalPrior, ExpectedHessianIsDiagonalWithoutGroups) {
  const NormalPrior prior({"a", "b"}, {{0, 2, 2}});
  Gaussian q = isotropic_gaussian(Structure::Dense, Eigen::Vector2d(1, -1), 0.5);
  q.cholesky(1, 0) = 0.3;
  ExpectedLogDensity expected;
  prior.expectation()->expect(q, expected);
  EXPECT_EQ(expected.hessian.size(), 0);
  EXPECT_EQ(expected.hessian_diagonal, Vector::Constant(2, -0.25));
  EXPECT_EQ(expected.score, Eigen::Vector2d(-0.25, 0.25));
  const double squares = 2 + 0.25 + 0.25 + 0.09;
  EXPECT_NEAR(expected.value, 2 * log_normal_density(0, 2) - 0.125 * squares, 1e-14);
}

// E[theta^2 exp(-2 l)] = k [(m_theta - 2 V_theta,l)^2 + V_theta,theta], k = exp(-2 m_l + 2 V_ll).
TEST(NormalPrior, ExpectationUsesTheCovarianceWithTheLogScale) {
  for (const bool is_scale_first : {true, false}) {
    const Index l = is_scale_first ? 0 : 1;
    const Index theta = 1 - l;
    const NormalPrior prior({"p", "q"}, {{l, 1, 3}}, {{theta, 1, l}});
    Gaussian q = isotropic_gaussian(Structure::Dense, Eigen::Vector2d(0.4, -0.6), 0.5);
    q.cholesky << 0.5, 0, 0.3, 0.2;
    const Matrix covariance = q.cholesky * q.cholesky.transpose();
    ExpectedLogDensity expected;
    prior.expectation()->expect(q, expected);
    const double precision = std::exp(-2 * q.mean(l) + 2 * covariance(l, l));
    const double mean = q.mean(theta) - 2 * covariance(theta, l);
    const double value = 2 * -0.5 * std::log(2 * std::numbers::pi) - std::log(3.0) -
                         (q.mean(l) * q.mean(l) + covariance(l, l)) / 18 - q.mean(l) -
                         0.5 * precision * (mean * mean + covariance(theta, theta));
    EXPECT_NEAR(expected.value, value, 1e-14);
    EXPECT_NEAR(expected.score(theta), -precision * mean, 1e-14);
    EXPECT_NEAR(expected.hessian(l, theta), 2 * precision * mean, 1e-14);
  }
}

TEST(NormalPrior, RejectsBlocksThatDoNotFit) {
  const std::vector<std::string> names{"a", "b", "c"};
  EXPECT_THROW(NormalPrior(names, {{0, 2, 1}}), InvalidArgument);             // c in no block
  EXPECT_THROW(NormalPrior(names, {{0, 3, 1}, {2, 1, 1}}), InvalidArgument);  // c in two
  EXPECT_THROW(NormalPrior(names, {{0, 4, 1}}), InvalidArgument);             // beyond the end
  EXPECT_THROW(NormalPrior(names, {{-1, 4, 1}}), InvalidArgument);
  EXPECT_THROW(NormalPrior(names, {{0, 3, 0}}), InvalidArgument);  // scale 0
  EXPECT_THROW(NormalPrior(names, {{0, 3, INFINITY}}), InvalidArgument);
  EXPECT_THROW(NormalPrior(names, {{0, 3, 1, NAN}}), InvalidArgument);
  EXPECT_THROW(NormalPrior(names, {{0, 1, 1}}, {{1, 2, 1}}), InvalidArgument);  // its own log scale
  EXPECT_THROW(NormalPrior(names, {{0, 1, 1}}, {{1, 2, 3}}), InvalidArgument);
}

}  // namespace
}  // namespace g2t
