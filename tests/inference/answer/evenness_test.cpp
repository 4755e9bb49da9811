// Shifts of means and sds by the weights of q's draws, against closed forms to the first order.
#include <gtest/gtest.h>
#include <inference/answer/evenness.h>
#include <inference/answer/q_sample.h>

#include <cmath>
#include <limits>
#include <support/gaussians.hpp>
#include <support/targets_shapes.hpp>

namespace g2t {
namespace {

constexpr Index kEvenDraws = 4096;

/// Of a q of sds 2, for a posterior of such means and sds, in units of q's.
Evenness evenness_for(const Vector& shifts, const Vector& widths) {
  const Index d = shifts.size();
  const std::unique_ptr<Model> model = make_model(testing::DiagonalNormal{2 * shifts, 2 * widths});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(d), 2);
  QSample sample(*model, q, kEvenDraws, {3, Sample::Fit});
  sample.evaluate(kEvenDraws, {});
  return evenness_of(sample.draws(), sample.log_ratios(), q.mean, q.scale);
}

TEST(Evenness, TheExactPosteriorHasNoShift) {
  const Evenness seen = evenness_for(Vector::Zero(3), Vector::Ones(3));
  EXPECT_LT(seen.variance, 1e-20);
  EXPECT_LT(seen.mean_shift.norm() + seen.sd_shift.norm() + seen.shift_error, 1e-9);
  EXPECT_TRUE(seen.is_enough(1e-3));
}

TEST(Evenness, AShiftOfTheMeanIsItsFirstOrder) {
  // The log ratio is delta xi less a constant: cov(xi, delta xi) = delta, and its variance is delta^2.
  const Vector shifts{{0.1, -0.2, 0}};
  const Evenness seen = evenness_for(shifts, Vector::Ones(3));
  EXPECT_NEAR(seen.variance, 0.05, 5 * 0.05 * std::sqrt(2.0 / kEvenDraws));
  EXPECT_NEAR(seen.shift_error, std::sqrt(0.05 / kEvenDraws), 0.1 * seen.shift_error);
  for (Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(seen.mean_shift[i], shifts[i], 5 * seen.shift_error);
    EXPECT_NEAR(seen.sd_shift[i], 0, 1e-12);  // odd in mirrored pairs
  }
  EXPECT_NEAR(seen.mean_error(), std::sqrt(0.05 / 3), 5 * seen.shift_error);
  EXPECT_LT(seen.sd_error(), 1e-9);
}

TEST(Evenness, AWidthIsItsFirstOrder) {
  // With sds of w the log ratio is (1 - w^-2) xi^2 / 2: cov(xi^2 / 2, .) = (1 - w^-2) / 2, near w - 1 for w near 1, and the
  // variance is (1 - w^-2)^2 / 2.
  const Vector widths{{1.05, 0.95, 1}};
  const Evenness seen = evenness_for(Vector::Zero(3), widths);
  double variance = 0;
  for (Index i = 0; i < 3; ++i) {
    const double slope = 1 - 1 / (widths[i] * widths[i]);
    variance += 0.5 * slope * slope;
    EXPECT_NEAR(seen.sd_shift[i], 0.5 * slope, 5 * seen.shift_error);
    EXPECT_NEAR(seen.mean_shift[i], 0, 1e-12);  // even in mirrored pairs
  }
  EXPECT_NEAR(seen.variance, variance, 0.3 * variance);
  EXPECT_NEAR(seen.sd_error(), 0.04, 0.01);
  EXPECT_FALSE(seen.is_enough(1));
}

TEST(Evenness, BeyondTheFirstOrderTheWeightsTell) {
  // The best mean-field q, of means and sds that the first order finds nothing wrong with.
  const testing::BentRidge density;
  const std::unique_ptr<Model> model = make_model(density);
  const Gaussian q = testing::diagonal_gaussian(density.best_mean(), density.best_sds());
  QSample sample(*model, q, kEvenDraws, {3, Sample::Fit});
  sample.evaluate(kEvenDraws, {});
  const Evenness seen = evenness_of(sample.draws(), sample.log_ratios(), q.mean, q.scale);
  EXPECT_GT(seen.variance, 0.1);
  EXPECT_NEAR(seen.mean_shift[0], 0, 5 * seen.shift_error);
  EXPECT_GT(seen.mean_shift[1], 0.08);  // of 0.61: there is no draw at the far ends
  EXPECT_GT(seen.sd_shift[0], 0.1);
  EXPECT_GT(seen.mean_error(), 0.05);
  EXPECT_FALSE(seen.is_enough(0.05));

  const Evenness far = evenness_for(Vector{{0.6}}, Vector{{0.8}});
  EXPECT_NEAR(far.mean_shift[0], 0.6, 5 * far.shift_error);
  EXPECT_NEAR(far.sd_shift[0], -0.2, 5 * far.shift_error);
}

TEST(Evenness, NoiseIsTakenOutOfErrors) {
  Evenness seen;
  seen.mean_shift = Vector{{0.05, -0.05}};
  seen.sd_shift = Vector{{0.01, 0.01}};
  seen.shift_error = 0.03;
  EXPECT_NEAR(seen.mean_error(), 0.04, 1e-12);
  EXPECT_EQ(seen.sd_error(), 0);  // within its noise, 0.03 / sqrt(2)
  seen.shift_error = 0.06;
  EXPECT_EQ(seen.mean_error(), 0);
}

TEST(Evenness, IsEnoughWithinHalfTheToleranceOfMeansAndAFortiethOfSds) {
  const auto is_enough = [](double variance, double mean_shift, double sd_shift) {
    Evenness seen;
    seen.variance = variance;
    seen.mean_shift = Vector::Constant(4, mean_shift);
    seen.sd_shift = Vector::Constant(4, sd_shift);
    return seen.is_enough(0.05);
  };
  EXPECT_TRUE(is_enough(0.099, 0.0249, 0.0249));
  EXPECT_FALSE(is_enough(0.101, 0.0249, 0.0249));  // the first order may not be enough
  EXPECT_FALSE(is_enough(0.099, 0.0251, 0.0249));
  EXPECT_FALSE(is_enough(0.099, 0.0249, 0.0251));
}

TEST(Evenness, OneMeanMayBeOffByThreeHalvesOfTheTolerance) {
  Evenness seen;
  seen.variance = 0.05;
  seen.mean_shift = Vector::Zero(100);
  seen.sd_shift = Vector::Zero(100);
  seen.shift_error = 0.01;
  seen.mean_shift[7] = -0.104;  // 1.5 tolerances are 0.075, three errors 0.03
  EXPECT_TRUE(seen.is_enough(0.05));
  seen.mean_shift[7] = -0.106;
  EXPECT_FALSE(seen.is_enough(0.05));
}

TEST(Evenness, RatiosThatAreNotFiniteAreNotEven) {
  const Matrix draws = testing::normals_of(1, 32, 2);
  Vector ratios = Vector::Zero(32);
  ratios[5] = -std::numeric_limits<double>::infinity();
  EXPECT_FALSE(std::isfinite(evenness_of(draws, ratios, Vector::Zero(2), Vector::Ones(2)).variance));
  EXPECT_FALSE(std::isfinite(evenness_of(draws, Vector(), Vector::Zero(2), Vector::Ones(2)).variance));
  EXPECT_FALSE(evenness_of(draws, ratios, Vector::Zero(2), Vector::Ones(2)).is_enough(1));
}

TEST(Evenness, SeesTailsThatAreLongOnTheScaleOfTheValuesAlone) {
  const Index n = 1024;
  const Vector u = Vector::LinSpaced(n, -2.5, 2.5);
  const Matrix values = (1.5 * u.array()).exp().matrix();
  // A density lower than q's in the upper tail, where few draws are: nothing moves much but the sd of the values.
  const Vector lower = (u.array() > 2.3).select(Vector::Constant(n, -1.5), Vector::Zero(n));
  EXPECT_FALSE(holds_for_values(values, lower, 0.05));
  EXPECT_TRUE(holds_for_values(values, Vector::Zero(n), 0.05));
  EXPECT_TRUE(holds_for_values(values, 0.001 * u, 0.05));
  // A shift of all means by 0.1 sds is too much, though a single one may be 0.15.
  const Vector tilted = 0.1 * u / std::sqrt(u.squaredNorm() / static_cast<double>(n));
  EXPECT_FALSE(holds_for_values(u, tilted, 0.05));
  Matrix mostly(n, 10);
  for (Index j = 0; j < 10; ++j) mostly.col(j) = u.cwiseAbs2();
  mostly.col(0) = u;
  EXPECT_TRUE(holds_for_values(mostly, tilted, 0.05));
}

TEST(Evenness, LeavesValuesOutThatSayNothing) {
  const Vector ratios = Vector::LinSpaced(8, -1, 1);
  Matrix values = Matrix::Constant(8, 2, 3.0);
  values(2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(holds_for_values(values, ratios, 0.05));
  EXPECT_FALSE(holds_for_values(ratios, ratios, 0.05));
}

}  // namespace
}  // namespace g2t
