// Moments of draws, and of densities by sums over a grid.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/types.hpp>
#include <g2t/inference/posterior.hpp>

namespace g2t::testing {

struct MeanAndSd {
  double mean, sd;
};

template <class Values>
MeanAndSd moments_of(const Values& values) {
  const double mean = values.mean();
  return {mean, std::sqrt((values - mean).square().mean())};
}

/// Of value(z) under exp(log_density(z)).
template <class LogDensity, class Value>
MeanAndSd integrate(const LogDensity& log_density, const Value& value, double low, double high) {
  constexpr Index kPoints = 200'001;
  const Eigen::ArrayXd grid = Eigen::ArrayXd::LinSpaced(kPoints, low, high);
  Eigen::ArrayXd weight = grid.unaryExpr([&](double z) { return log_density(z); });
  weight = (weight - weight.maxCoeff()).exp();
  weight /= weight.sum();
  const Eigen::ArrayXd at = grid.unaryExpr([&](double z) { return value(z); });
  const double mean = (weight * at).sum();
  return {mean, std::sqrt((weight * (at - mean).square()).sum())};
}

/// Means within a tenth of their sds, sds within 10 %.
/// @param mean, sd  of the first parameters
inline void expect_moments(const QuantitySummary& found, const Vector& mean, const Vector& sd) {
  for (Index i = 0; i < mean.size(); ++i) {
    EXPECT_NEAR((found.mean[i] - mean[i]) / sd[i], 0, 0.1) << i;
    EXPECT_NEAR(found.sd[i] / sd[i], 1, 0.1) << i;
  }
}

/// Means of the entries of values(a, b) under exp(log_density(a, b)), over the square from low to high.
template <class LogDensity, class Values>
Vector integrate_square(const LogDensity& log_density, const Values& values, double low, double high) {
  constexpr Index kSide = 161;
  const Vector grid = Vector::LinSpaced(kSide, low, high);
  Matrix logs(kSide, kSide);
  for (Index i = 0; i < kSide; ++i)
    for (Index j = 0; j < kSide; ++j) logs(i, j) = log_density(grid[i], grid[j]);
  const double highest = logs.maxCoeff();
  Vector sum = Vector::Zero(values(low, low).size());
  double mass = 0;
  for (Index i = 0; i < kSide; ++i)
    for (Index j = 0; j < kSide; ++j) {
      if (!(logs(i, j) > highest - 40)) continue;
      const double weight = std::exp(logs(i, j) - highest);
      sum += weight * values(grid[i], grid[j]);
      mass += weight;
    }
  return sum / mass;
}

}  // namespace g2t::testing
