// The metric of a mean-field mean: from draws of a Gaussian its curvature comes back, in the units of any scale.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <g2t/optimizers/mean_metric.hpp>
#include <limits>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

using testing::normals_of;

constexpr Index kMetricDimension = 4;

// Neighbours correlated at 0.6: posterior variances are up to twice the conditional ones.
Matrix metric_precision() {
  const testing::Autoregression density{Vector::Zero(kMetricDimension), Vector({{0.1, 1, 3, 0.5}}), 0.6};
  return density.covariance().inverse();
}

// That of the best mean-field q: B has ones on its diagonal.
Vector metric_sds() { return metric_precision().diagonal().cwiseSqrt().cwiseInverse(); }

Matrix metric_in_units(const Matrix& precision, const Vector& scale) {
  return scale.asDiagonal() * precision * scale.asDiagonal();
}

// h + xi of q = N(m, diag(scale)^2) on a Gaussian posterior, whose mean is half a posterior sd or so away from m.
Matrix metric_residuals(const Matrix& precision, const Vector& scale, const Matrix& normals) {
  const Vector shift = 0.5 * metric_sds();
  const Matrix centred = (normals * scale.asDiagonal()).rowwise() + shift.transpose();
  return normals - centred * precision * scale.asDiagonal();
}

// Mirrored rows on the axes, whose outer products average to the identity exactly.
Matrix metric_normals() {
  const double length = std::sqrt(static_cast<double>(kMetricDimension));
  Matrix normals(2 * kMetricDimension, kMetricDimension);
  normals << length * Matrix::Identity(kMetricDimension, kMetricDimension),
      -length * Matrix::Identity(kMetricDimension, kMetricDimension);
  return normals;
}

void metric_observe(MeanMetric& metric, const Matrix& precision, const Vector& scale, Index times = 1) {
  const Matrix normals = metric_normals(), residuals = metric_residuals(precision, scale, normals);
  for (Index k = 0; k < times; ++k) metric.observe(residuals, normals, scale);
}

double metric_distance(const Matrix& a, const Matrix& b) { return (a - b).norm() / b.norm(); }

TEST(MeanMetric, RecoversTheCurvatureFromDraws) {
  const Index units = 4000, batch = 50;
  const Vector scale = metric_sds().cwiseProduct(Vector({{1, 0.7, 1.5, 1.2}}));
  const Matrix expected = metric_in_units(metric_precision(), scale);
  const Matrix normals = normals_of(1, units, kMetricDimension),
               residuals = metric_residuals(metric_precision(), scale, normals);
  MeanMetric metric(kMetricDimension);
  for (Index k = 0; k < units; k += batch)
    metric.observe(residuals.middleRows(k, batch), normals.middleRows(k, batch), scale);
  const Matrix seen = metric.curvature(scale);
  EXPECT_LT((seen - seen.transpose()).norm(), 1e-13);
  for (Index i = 0; i < kMetricDimension; ++i)
    for (Index j = 0; j <= i; ++j) {
      const Eigen::ArrayXd products =
          0.5 * (residuals.col(i).array() * normals.col(j).array() + residuals.col(j).array() * normals.col(i).array());
      const double n = static_cast<double>(units);
      const double standard_error = std::sqrt((products - products.mean()).square().sum() / n / n);
      EXPECT_NEAR(seen(i, j), expected(i, j), 5 * standard_error) << i << " " << j;
      EXPECT_LT(standard_error, 0.1);
    }
}

TEST(MeanMetric, IsExactOnBalancedDraws) {
  const Vector scale = 2 * metric_sds();
  MeanMetric metric(kMetricDimension);
  metric_observe(metric, metric_precision(), scale);
  EXPECT_LT(metric_distance(metric.curvature(scale), metric_in_units(metric_precision(), scale)), 1e-12);
  const Vector other = metric_sds().cwiseProduct(Vector({{1, 2, 3, 4}}));  // asked for in other units
  EXPECT_LT(metric_distance(metric.curvature(other), metric_in_units(metric_precision(), other)), 1e-12);
}

TEST(MeanMetric, SolvesWithTheCurvatureInTheUnitsOfTheScale) {
  MeanMetric metric(kMetricDimension);
  metric.set(metric_precision(), 1e6);
  for (const double factor : {1.0, 1.2, 0.9}) {  // those after the first use a factor made before
    const Vector scale = factor * metric_sds(), delta = normals_of(1, kMetricDimension, 1).col(0);
    const Matrix b = metric_in_units(metric_precision(), scale);
    const Vector solution = metric.solve(delta, scale);
    EXPECT_LT((b * solution - delta).norm(), 0.003 * solution.norm());  // 0.002 is added to B's diagonal
  }
}

TEST(MeanMetric, HalfSolveIsHalfOfSolve) {
  MeanMetric metric(kMetricDimension);
  metric.set(metric_precision(), 500);
  const Matrix rows = normals_of(2, 6, kMetricDimension);
  for (const double factor : {1.0, 1.3}) {
    const Vector scale = metric_sds().cwiseProduct(Vector({{1, factor, 1 / factor, factor}}));
    const Matrix half = metric.half_solve(rows, scale);
    ASSERT_EQ(half.rows(), 6);
    for (Index r = 0; r < 6; ++r) {
      const Vector x = rows.row(r), solution = metric.solve(x, scale);
      EXPECT_NEAR(half.row(r).squaredNorm(), x.dot(solution), 1e-10 * x.dot(solution));
      EXPECT_NEAR(half.row(r).dot(half.row(0)), solution.dot(rows.row(0)), 1e-10 * x.norm() * solution.norm());
    }
  }
}

TEST(MeanMetric, FewUnitsAreHeldBackMoreThanMany) {
  const Vector scale = metric_sds(), delta = normals_of(3, kMetricDimension, 1).col(0);
  double last = 0;
  for (const double units : {30.0, 300.0, 1e6}) {
    MeanMetric metric(kMetricDimension);
    metric.set(metric_precision(), units);
    const double length = delta.dot(metric.solve(delta, scale));
    EXPECT_GT(length, 1.001 * last) << units;
    last = length;
  }
}

TEST(MeanMetric, NoisyCurvatureThatIsNotPositiveIsMendedStillToBePositive) {
  Matrix indefinite = metric_precision();
  indefinite(0, 0) *= -1;
  MeanMetric metric(kMetricDimension);
  metric.set(indefinite, 100);
  const Vector scale = metric_sds(), delta = Vector::Ones(kMetricDimension);
  const Vector solution = metric.solve(delta, scale);
  EXPECT_TRUE(solution.allFinite());
  EXPECT_GT(delta.dot(solution), 0);
}

TEST(MeanMetric, SurvivesSmallChangesOfTheScale) {
  const Vector scale = metric_sds(), other = scale.cwiseProduct(Vector({{1.5, 0.8, 1, 0.6}}));
  MeanMetric metric(kMetricDimension);
  metric_observe(metric, metric_precision(), scale, 3);
  metric_observe(metric, metric_precision(), other, 1);  // 32 units in all: enough if none was forgotten
  EXPECT_TRUE(metric.is_usable());
  EXPECT_LT(metric_distance(metric.curvature(other), metric_in_units(metric_precision(), other)), 1e-12);
  // Both count by their units: three of P and one of 5 P are 2 P.
  MeanMetric mixed(kMetricDimension);
  metric_observe(mixed, metric_precision(), scale, 3);
  metric_observe(mixed, 5 * metric_precision(), other, 1);
  EXPECT_LT(metric_distance(mixed.curvature(scale), metric_in_units(2 * metric_precision(), scale)), 1e-12);
}

TEST(MeanMetric, StartsAnewAfterLargeChangesOfTheScale) {
  const Vector scale = metric_sds();
  for (const double change : {0.8, -0.8}) {
    Vector other = scale;
    other[2] *= std::exp(change);  // one is enough
    MeanMetric metric(kMetricDimension);
    metric_observe(metric, 7 * metric_precision(), scale, 10);
    metric_observe(metric, metric_precision(), other);
    EXPECT_FALSE(metric.is_usable()) << change;
    EXPECT_LT(metric_distance(metric.curvature(other), metric_in_units(metric_precision(), other)), 1e-12) << change;
    metric_observe(metric, metric_precision(), other, 3);
    EXPECT_TRUE(metric.is_usable()) << change;
  }
}

TEST(MeanMetric, ManySmallChangesAreALargeOne) {
  Vector scale = metric_sds();
  MeanMetric metric(kMetricDimension);
  for (Index k = 0; k < 4; ++k, scale *= std::exp(0.3)) metric_observe(metric, metric_precision(), scale, 10);
  EXPECT_TRUE(metric.is_usable());
  metric_observe(metric, 3 * metric_precision(), scale);
  const double seen = metric.curvature(scale)(0, 0) / metric_in_units(metric_precision(), scale)(0, 0);
  EXPECT_NEAR(seen, (10 + 3) / 11.0, 1e-10);  // what came before the third change is gone
}

TEST(MeanMetric, RenewsItsFactorAfterAFreshStart) {
  const Vector scale = metric_sds(), wide = 3 * scale, delta = Vector::Ones(kMetricDimension);
  MeanMetric metric(kMetricDimension), fresh(kMetricDimension);
  metric_observe(metric, 7 * metric_precision(), scale, 100);
  static_cast<void>(metric.solve(delta, scale));
  for (MeanMetric* each : {&metric, &fresh}) metric_observe(*each, metric_precision(), wide, 10);
  EXPECT_LT((metric.solve(delta, wide) - fresh.solve(delta, wide)).norm(), 1e-12);
}

TEST(MeanMetric, ForgettingGivesThePastLessWeight) {
  const Vector scale = metric_sds();
  MeanMetric metric(kMetricDimension);
  metric_observe(metric, metric_precision(), scale, 4);
  EXPECT_TRUE(metric.is_usable());
  metric.forget(0.5);
  EXPECT_FALSE(metric.is_usable());
  EXPECT_LT(metric_distance(metric.curvature(scale), metric_in_units(metric_precision(), scale)), 1e-12);
  metric_observe(metric, 4 * metric_precision(), scale);  // 2 of 1 and 1 of 4
  EXPECT_LT(metric_distance(metric.curvature(scale), metric_in_units(2 * metric_precision(), scale)), 1e-12);
}

TEST(MeanMetric, WhatWasSetCountsByItsUnits) {
  const Vector scale = metric_sds();
  MeanMetric metric(kMetricDimension);
  metric.set(metric_precision(), 24);
  EXPECT_LT(metric_distance(metric.curvature(scale), metric_in_units(metric_precision(), scale)), 1e-12);
  metric_observe(metric, 5 * metric_precision(), scale);  // eight more
  EXPECT_TRUE(metric.is_usable());
  EXPECT_LT(metric_distance(metric.curvature(scale), metric_in_units(2 * metric_precision(), scale)), 1e-12);
}

TEST(MeanMetric, IsUsableFromTwoUnitsAParameterAndTwenty) {
  const Vector scale = metric_sds();
  const Matrix normals = normals_of(4, 28, kMetricDimension),
               residuals = metric_residuals(metric_precision(), scale, normals);
  MeanMetric metric(kMetricDimension);
  EXPECT_FALSE(metric.is_usable());
  metric.observe(residuals.topRows(27), normals.topRows(27), scale);
  EXPECT_FALSE(metric.is_usable());
  metric.observe(residuals.bottomRows(1), normals.bottomRows(1), scale);
  EXPECT_TRUE(metric.is_usable());
}

TEST(MeanMetric, UnitsThatAreNotFiniteAreNotSeen) {
  const Vector scale = metric_sds();
  const Matrix normals = metric_normals();
  MeanMetric metric(kMetricDimension);
  metric_observe(metric, metric_precision(), scale, 3);
  Matrix residuals = metric_residuals(metric_precision(), scale, normals);
  residuals(3, 1) = std::numeric_limits<double>::infinity();
  metric.observe(residuals, normals, scale);
  EXPECT_FALSE(metric.is_usable());  // 24 units
  EXPECT_LT(metric_distance(metric.curvature(scale), metric_in_units(metric_precision(), scale)), 1e-12);
}

TEST(MeanMetric, MarginalSdRatioIsOfPosteriorAndQ) {
  const Index units = 40000;
  const Vector scale = metric_sds();
  const Matrix normals = normals_of(5, units, kMetricDimension),
               residuals = metric_residuals(metric_precision(), scale, normals);
  MeanMetric metric(kMetricDimension);
  metric.observe(residuals, normals, scale);
  const Matrix inverse = metric_in_units(metric_precision(), scale).inverse();
  EXPECT_GT(inverse.diagonal().maxCoeff(), 2);  // there is something to see
  const Vector ratio = metric.marginal_sd_ratio(scale);
  for (Index i = 0; i < kMetricDimension; ++i) {
    // To first order the diagonal of B^-1 moves by x^T (residual xi^T) x a unit, x = B^-1 e_i.
    const Vector x = inverse.col(i);
    const Eigen::ArrayXd moves = (residuals * x).array() * (normals * x).array();
    const double n = static_cast<double>(units);
    const double standard_error = std::sqrt((moves - moves.mean()).square().sum() / n / n);
    const double added = 0.25 * std::sqrt(static_cast<double>(kMetricDimension) / n);  // to B's diagonal
    EXPECT_NEAR(ratio[i] * ratio[i], inverse(i, i), 5 * standard_error + added * x.squaredNorm()) << i;
    EXPECT_LT(5 * standard_error + added * x.squaredNorm(), 0.25 * inverse(i, i));
  }
  EXPECT_LT((metric.marginal_sd_ratio(0.8 * scale) - ratio / 0.8).norm(), 1e-12);  // in units of the q that asks
}

}  // namespace
}  // namespace g2t
