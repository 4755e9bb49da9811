// Gaussian expectations of log sigmoid against brute force.
#include "models/log_sigmoid_moments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace g2t {
namespace {

// A trapezoid sum whose step is small in the margin and in the standardised margin.
LogSigmoidMoments by_brute_force(double mean, double deviation) {
  const long double step = std::min(0.2L, 0.2L / std::max(1e-9L, static_cast<long double>(deviation)));
  long double value = 0;
  long double slope = 0;
  long double curvature = 0;
  for (long double t = -std::ceil(9.5L / step) * step; t < 9.6L; t += step) {
    const long double x = mean + deviation * t;
    const long double weight = step * std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi_v<long double>);
    const long double e = std::exp(-std::abs(x));
    value += weight * (std::min(x, 0.0L) - std::log1p(e));
    slope += weight * (x > 0 ? e : 1.0L) / (1 + e);
    curvature -= weight * e / ((1 + e) * (1 + e));
  }
  return {static_cast<double>(value), static_cast<double>(slope), static_cast<double>(curvature)};
}

TEST(LogSigmoidMoments, AgreeWithBruteForce) {
  for (const double deviation :
       {0.0, 1e-3, 0.1, 0.355, 0.36, 0.5, 0.8, 1.0, 1.7, 3.0, 4.99, 5.0, 5.01, 8.0, 30.0, 300.0}) {
    for (const double mean : {-200.0, -40.0, -9.0, -3.1, -0.5, 0.0, 0.3, 2.0, 7.7, 20.0, 37.0, 100.0, 900.0}) {
      const LogSigmoidMoments given = log_sigmoid_moments(mean, deviation);
      const LogSigmoidMoments expected = by_brute_force(mean, deviation);
      EXPECT_NEAR(given.value, expected.value, 3e-14 * std::max(1.0, std::abs(expected.value)))
          << mean << " " << deviation;
      EXPECT_NEAR(given.slope, expected.slope, 3e-14) << mean << " " << deviation;
      EXPECT_NEAR(given.curvature, expected.curvature, 3e-14) << mean << " " << deviation;
    }
  }
}

// Narrow, wide and missing margins side by side.
TEST(LogSigmoidMoments, OfABlockAreThoseOfItsMargins) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const MarginBlock margins{{-3, 0.2, 8, nan, 40, -0.5, 1}, {0.1, 6, 2, 1, 4.9, std::numeric_limits<double>::infinity(), 0}};
  LogSigmoidMoments given[8];
  given[7].value = 17;
  log_sigmoid_moments(margins, 7, given);
  for (std::size_t k = 0; k < 7; ++k) {
    if (k == 3 || k == 5) {
      EXPECT_TRUE(std::isnan(given[k].value) && std::isnan(given[k].slope) && std::isnan(given[k].curvature));
      continue;
    }
    const LogSigmoidMoments expected = by_brute_force(margins.mean[k], margins.deviation[k]);
    EXPECT_NEAR(given[k].value, expected.value, 3e-14 * std::max(1.0, std::abs(expected.value))) << k;
    EXPECT_NEAR(given[k].slope, expected.slope, 3e-14) << k;
    EXPECT_NEAR(given[k].curvature, expected.curvature, 3e-14) << k;
  }
  EXPECT_EQ(given[7].value, 17);
}

TEST(LogSigmoidMoments, StayFiniteAtExtremes) {
  for (const double mean : {-1e6, 0.0, 1e6, -1e100, 1e100}) {
    for (const double deviation : {0.0, 1.0, 1e6, 1e100}) {
      const LogSigmoidMoments given = log_sigmoid_moments(mean, deviation);
      EXPECT_TRUE(std::isfinite(given.value) && std::isfinite(given.slope) && std::isfinite(given.curvature));
    }
  }
  EXPECT_NEAR(log_sigmoid_moments(-1e6, 1).value, -1e6, 1e-8);
  EXPECT_NEAR(log_sigmoid_moments(1e6, 1).value, 0, 1e-300);
  // A wide margin sees the bump as a point mass of weight pi^2/6.
  const double density = 1 / (1e6 * std::sqrt(2 * std::numbers::pi));
  EXPECT_NEAR(log_sigmoid_moments(0, 1e6).curvature, -density, 1e-11 * density);
}

TEST(LogSigmoidMoments, AreNanForWhatIsNotFinite) {
  EXPECT_TRUE(std::isnan(log_sigmoid_moments(std::numeric_limits<double>::quiet_NaN(), 1).value));
  EXPECT_TRUE(std::isnan(log_sigmoid_moments(0, std::numeric_limits<double>::infinity()).slope));
}

}  // namespace
}  // namespace g2t
