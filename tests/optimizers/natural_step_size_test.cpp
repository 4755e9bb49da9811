// Step sizes from signal and noise: far away, at rest, and what may not change them; how curved the mean's steps are.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/optimizers/natural_step_size.hpp>
#include <limits>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

constexpr double kStepNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kStepInfinity = std::numeric_limits<double>::infinity();

NaturalStepSize step_size_after(Index steps, double signal, double noise, Index dimension = 10, Index units = 4) {
  NaturalStepSize size(dimension, units);
  for (Index k = 0; k < steps; ++k) size.observe(signal, noise);
  return size;
}

TEST(NaturalStepSize, FarAwayIsTheBestStepOfAQuadratic) {
  for (const double signal : {1e6, 100.0, 10.0}) {
    const NaturalStepSize size = step_size_after(50, signal, 40);
    EXPECT_NEAR(size.signal(), signal, 1e-9 * signal);
    EXPECT_NEAR(size.noise(), 40, 1e-12);
    EXPECT_NEAR(size.noise_share(), 10 / (signal + 10), 1e-12);  // 40 over 4 units
    EXPECT_NEAR(size.step_size({1e-6, 0}), 0.5 * signal / (signal + 10), 1e-12);
  }
}

TEST(NaturalStepSize, OneBatchIsEnough) {
  const NaturalStepSize size = step_size_after(1, 1e6, 40);
  EXPECT_NEAR(size.step_size({1e-6, 0}), 0.5, 1e-5);
  EXPECT_NEAR(size.noise(), 40, 1e-12);
}

TEST(NaturalStepSize, NeverAboveItsCap) {
  NaturalStepSize size(10, 4, 0.125);
  size.observe(1e6, 40);
  EXPECT_EQ(size.step_size({0.05, 0.3}), 0.125);
  EXPECT_EQ(NaturalStepSize(10, 4).step_size({0, 0}), 0.5);  // that of a run that has seen nothing
}

TEST(NaturalStepSize, AtRestIsWhatTheNoiseAllows) {
  const NaturalStepSize size = step_size_after(50, 0, 40);
  EXPECT_EQ(size.noise_share(), 1);
  EXPECT_NEAR(size.step_size({0.002, 0}), 4 * 0.002 * 10 / 40, 1e-15);  // P eps d / V
  EXPECT_NEAR(size.step_size({0.001, 0}), 0.5 * size.step_size({0.002, 0}), 1e-15);
  EXPECT_EQ(size.step_size({10, 0}), 0.5);
  EXPECT_EQ(step_size_after(50, 0, 0).step_size({0.002, 0}), 0.5);  // nothing to fear
}

// Iterates of x' = x - eta (x + noise / sqrt(P)): the mean of |x|^2 / 2 is eps d / 4 nats, times 2 / (2 - eta).
TEST(NaturalStepSize, NoiseAtRestCostsTheNatsAllowed) {
  const Index d = 10, units = 4, steps = 8000;
  const double noise = 40, eps = 0.1;
  const double eta = step_size_after(50, 0, noise, d, units).step_size({eps, 0});
  const Matrix normals = testing::normals_of(1, d, steps);
  const double sd = std::sqrt(noise / static_cast<double>(d * units));
  double sum = 0, x[d] = {};
  for (Index k = 0; k < steps; ++k)
    for (Index i = 0; i < d; ++i) {
      x[i] -= eta * (x[i] + sd * normals(i, k));
      sum += 0.5 * x[i] * x[i];
    }
  const double expected = eps * static_cast<double>(d) / 4 * 2 / (2 - eta);
  // Squares are correlated over 1 / (2 eta) steps: 80,000 of them are worth 80,000 eta.
  const double standard_error = expected * std::sqrt(2 / (eta * static_cast<double>(d * steps)));
  EXPECT_NEAR(sum / static_cast<double>(steps), expected, 5 * standard_error);
  EXPECT_LT(standard_error, 0.03 * expected);
}

TEST(NaturalStepSize, CutsGradientsThatAreFarLongerThanUsual) {
  const NaturalStepSize size = step_size_after(50, 6, 40);  // a usual squared norm of 6 + 40 / 4
  const NoiseAllowance twice{0.002, 0, 2};
  EXPECT_EQ(size.outlier_factor(63, twice), 1);
  EXPECT_NEAR(size.outlier_factor(4 * 64, twice), 0.5, 1e-12);
  EXPECT_NEAR(size.outlier_factor(1e12, twice), 8e-6, 1e-15);  // as far as a gradient of norm 8 goes
  EXPECT_EQ(size.outlier_factor(0, twice), 1);
  EXPECT_EQ(size.outlier_factor(1e12, {0.002, 0}), 1);  // without a limit
}

TEST(NaturalStepSize, CutsNothingWhereNothingIsUsual) {
  EXPECT_EQ(NaturalStepSize(10, 4).outlier_factor(1e12, {0.002, 0, 2}), 1);
  NaturalStepSize size = step_size_after(50, 6, 0);
  size.forget_signal();
  EXPECT_EQ(size.outlier_factor(1e12, {0.002, 0, 2}), 1);
}

TEST(NaturalStepSize, SignalOfNoiseAloneIsMostlyZero) {
  // One standard error is taken off: an average of noise about zero is above that 16 times in a hundred.
  NaturalStepSize size(10, 4);
  const Vector signals = testing::normals_of(2, 20000, 1).col(0);
  double positive = 0, largest = 0;
  for (const double signal : signals) {
    size.observe(signal, 40);
    positive += size.signal() > 0 ? 1 : 0;
    largest = std::max(largest, size.signal());
  }
  // Averages over ten are correlated over about twenty: a standard error of sqrt(0.16 * 0.84 / 1000) = 0.012.
  EXPECT_NEAR(positive / 20000, 0.16, 5 * 0.012);
  EXPECT_LT(largest, 5 * std::sqrt(0.1 / 1.9));
}

TEST(NaturalStepSize, SignalIsNotLoweredForATrend) {
  NaturalStepSize size(10, 4);
  for (Index k = 0; k < 100; ++k) size.observe(1e4 * std::pow(0.99, k), 40);
  EXPECT_NEAR(size.signal() / (1e4 * std::pow(0.99, 90)), 1, 0.02);
}

TEST(NaturalStepSize, FollowsTheLastTenStepsOrSo) {
  NaturalStepSize size = step_size_after(100, 1e4, 400);
  for (Index k = 0; k < 100; ++k) size.observe(0, 40);
  EXPECT_NEAR(size.noise(), 40, 0.1);
  EXPECT_EQ(size.signal(), 0);
}

TEST(NaturalStepSize, NegativeNoiseIsNone) { EXPECT_EQ(step_size_after(3, 1, -5).noise(), 0); }

TEST(NaturalStepSize, StepsAreNoShorterThanTheLeast) {
  const NaturalStepSize quiet = step_size_after(50, 0, 10);  // a cost of 0.05 d / 4 nats at a step of 0.2
  EXPECT_EQ(quiet.step_size({0.001, 0.15}), 0.15);
  EXPECT_NEAR(quiet.step_size({0.001, 0.3}), 0.2, 1e-15);
  EXPECT_NEAR(quiet.step_size({0.001, 0}), 0.004, 1e-15);
  EXPECT_NEAR(step_size_after(50, 1e9, 10).step_size({0.001, 0.15}), 0.5, 1e-6);  // it does not hold a long one back
}

TEST(NaturalStepSize, ForgettingTheSignalIsBeingAtRest) {
  NaturalStepSize size = step_size_after(50, 1e4, 40);
  size.forget_signal();
  EXPECT_EQ(size.signal(), 0);
  EXPECT_EQ(size.noise_share(), 1);
  EXPECT_NEAR(size.noise(), 40, 1e-12);
  EXPECT_NEAR(size.step_size({0.002, 0}), 0.002, 1e-15);
  for (Index k = 0; k < 60; ++k) size.observe(1e4, 40);  // steps tell otherwise
  EXPECT_GT(size.step_size({0.002, 0}), 0.45);
}

TEST(NaturalStepSize, WhatIsNotFiniteIsNotSeen) {
  NaturalStepSize size = step_size_after(5, 30, 40);
  const double signal = size.signal(), noise = size.noise(), step = size.step_size({0.002, 0});
  for (const double bad : {kStepNan, kStepInfinity, -kStepInfinity}) {
    size.observe(bad, 40);
    size.observe(30, bad);
  }
  EXPECT_EQ(size.signal(), signal);
  EXPECT_EQ(size.noise(), noise);
  EXPECT_EQ(size.step_size({0.002, 0}), step);
  size.observe(30, 40);
  EXPECT_NEAR(size.signal(), 30, 1e-12);
}

TEST(FullRankStepCap, FallsWithTheDimensionAUnit) {
  EXPECT_NEAR(full_rank_step_cap(10, 5), 0.25, 1e-15);
  EXPECT_NEAR(full_rank_step_cap(100, 5), 0.5 / 11, 1e-15);
  EXPECT_NEAR(full_rank_step_cap(200, 10), 0.5 / 11, 1e-15);
  EXPECT_NEAR(full_rank_step_cap(1, 1000000), 0.5, 1e-6);
}

TEST(MeanCurvature, OfAQuadraticIsItsCurvature) {
  for (const double k : {0.5, 3.0, 8.0}) {
    MeanCurvature curvature(5);
    for (const double length : {1e-8, 1.0, 1e6}) curvature.observe(k * length, length);
    for (const double eta : {0.01, 0.1, 0.5})
      EXPECT_NEAR(curvature.step_factor(eta), std::min(1.0, 1 / (2 * eta * k)), 1e-12) << k << " " << eta;
  }
}

TEST(MeanCurvature, LongStepsCountNoMoreThanShortOnes) {
  MeanCurvature curvature(10);
  for (Index k = 0; k < 200; ++k) {
    curvature.observe(4 * 1e6, 1e6);
    curvature.observe(12 * 1e-6, 1e-6);
  }
  EXPECT_NEAR(1 / (2 * 0.5 * curvature.step_factor(0.5)), 8, 0.5);
}

TEST(MeanCurvature, UnseenOrNotPositiveLeavesTheStepAlone) {
  EXPECT_EQ(MeanCurvature(5).step_factor(0.5), 1);
  MeanCurvature curvature(5);
  curvature.observe(-3, 1);
  EXPECT_EQ(curvature.step_factor(0.5), 1);
}

TEST(MeanCurvature, OutliersAreClipped) {
  MeanCurvature alone(4);
  alone.observe(1e9, 1);
  EXPECT_NEAR(alone.step_factor(0.5), 1.0 / 8, 1e-15);  // of twice the dimension
  for (const double outlier : {1e9, -1e9}) {
    MeanCurvature curvature(4);
    for (Index k = 0; k < 200; ++k) curvature.observe(4, 1);
    curvature.observe(outlier, 1);
    EXPECT_NEAR(1 / curvature.step_factor(0.5), 4, 0.61);  // a twentieth of a change of at most twelve
    curvature.observe(kStepNan, 1);
    curvature.observe(0, 0);
    EXPECT_NEAR(1 / curvature.step_factor(0.5), 4, 0.61);
    for (Index k = 0; k < 100; ++k) curvature.observe(4, 1);
    EXPECT_NEAR(1 / curvature.step_factor(0.5), 4, 0.01);
  }
}

}  // namespace
}  // namespace g2t
