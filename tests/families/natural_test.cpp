// Natural coordinates: the metric is the divergence, steps are those of the precision, and nothing depends on the root.
#include <core/decompositions.h>
#include <families/nearest_root.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <g2t/core/errors.hpp>
#include <g2t/families/natural.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;
using testing::wavy_gaussian;

Matrix covariance_of(const Gaussian& q) {
  const Matrix factor = dense_root(q);
  return factor * factor.transpose();
}

double divergence(const Gaussian& p, const Gaussian& q) {
  const Matrix precision = covariance_of(q).inverse();
  const Vector shift = p.mean - q.mean;
  const double d = static_cast<double>(p.dimension());
  return 0.5 * ((precision * covariance_of(p)).trace() - d + shift.dot(precision * shift)) + entropy(q) - entropy(p);
}

Matrix symmetric_part(const Matrix& m) { return 0.5 * (m + m.transpose()); }

// Omega of a gradient whose units are draws, written out.
Matrix whole(const Matrix& left, const Matrix& right, double identity) {
  const Index d = left.cols();
  return identity * Matrix::Identity(d, d) +
         symmetric_part(left.transpose() * right) / static_cast<double>(left.rows());
}

class Natural : public ::testing::TestWithParam<Structure> {};

TEST_P(Natural, SquaredNormIsTwiceTheDivergence) {
  const Gaussian start = wavy_gaussian(GetParam(), 6);
  const std::unique_ptr<NaturalFamily> q = make_natural(start);
  const Vector direction = normals_of(1, q->coordinate_count(), 1).col(0);
  constexpr double kStep = 1e-4;
  const double expected = 0.5 * kStep * kStep * q->inner_product(direction, direction);  // in the coordinates here
  q->move(direction, kStep, nullptr);
  EXPECT_NEAR(divergence(q->gaussian(), start), expected, 2e-3 * expected);
}

TEST_P(Natural, GradientInPartsIsThePackedOne) {
  const Index d = 7;
  const std::unique_ptr<NaturalFamily> q = make_natural(wavy_gaussian(GetParam(), d));
  const Matrix normals = normals_of(1, 3, d), v = normals_of(2, 3, d), w = normals_of(3, 3, d);
  ExpectedScore sparse, full;
  sparse.own_score_weight = full.own_score_weight = -0.3;
  sparse.mean = full.mean = normals_of(4, d, 1).col(0);
  full.dense = symmetric_part(normals_of(5, d, d));
  full.diagonal = normals_of(6, d, 1).col(0);
  for (const ExpectedScore& expected : {sparse, full}) {
    NaturalGradient parts;
    q->gradient({&v, &w}, normals, expected, parts);
    Vector packed, exact;
    q->pull_back({&v, &w}, normals, packed);
    q->expected_pull_back(expected, exact);
    const Vector mean = packed - exact;
    EXPECT_LT((parts.location - mean.head(d)).norm(), 1e-12);
    EXPECT_NEAR(parts.squared_norm, q->inner_product(mean, mean), 1e-10 * parts.squared_norm);
    double units = 0;
    for (Index s = 0; s < 3; ++s) {
      const Matrix xi = normals.row(s), location = v.row(s), scale = w.row(s);
      q->pull_back({&location, &scale}, xi, packed);
      packed -= exact;
      units += q->inner_product(packed, packed) / 3;
    }
    EXPECT_NEAR(parts.unit_squared_norm, units, 1e-10 * units);
  }
}

TEST_P(Natural, InnerProductsOfPartsAreThoseOfTheWhole) {
  const Index d = 5;
  const std::unique_ptr<NaturalFamily> q = make_natural(wavy_gaussian(GetParam(), d));
  NaturalGradient parts[2];
  Vector packed[2];
  for (int k : {0, 1}) {
    const std::uint64_t seed = static_cast<std::uint64_t>(10 * k);
    const Matrix normals = normals_of(seed + 1, 2 + k, d), v = normals_of(seed + 2, 2 + k, d);
    ExpectedScore expected;
    expected.own_score_weight = 0.4 + k;
    q->gradient(FrameVectors::same(v), normals, expected, parts[k]);
    Vector exact;
    q->pull_back(FrameVectors::same(v), normals, packed[k]);
    q->expected_pull_back(expected, exact);
    packed[k] -= exact;
  }
  EXPECT_NEAR(inner_product(parts[0], parts[1]), q->inner_product(packed[0], packed[1]), 1e-12);
}

TEST_P(Natural, StepChangesThePrecisionAndMovesWithTheNewCovariance) {
  if (GetParam() == Structure::LowRank) GTEST_SKIP() << "to first order alone: low_rank_step_test";
  for (const Index units : {2, 5}) {  // low rank, and Omega itself
    const Index d = 6;
    const Gaussian start = wavy_gaussian(GetParam(), d);
    const std::unique_ptr<NaturalFamily> q = make_natural(start);
    const Matrix normals = normals_of(1, units, d), v = normals_of(2, units, d);
    ExpectedScore expected;
    expected.own_score_weight = 0.5;
    NaturalGradient gradient;
    q->gradient(FrameVectors::same(v), normals, expected, gradient);
    NaturalStep step;
    step.scale_step = 0.05;
    step.location_step = 0.04;
    const NaturalMove move = q->step(gradient, step);
    ASSERT_TRUE(move.report.is_finite);
    ASSERT_EQ(move.report.clips, 0);

    const Matrix a = start.structure == Structure::Dense ? start.cholesky : Matrix(start.scale.asDiagonal());
    Matrix t = whole(v, normals, 0.5);
    if (start.structure == Structure::Diagonal) t = Matrix(t.diagonal().asDiagonal());
    const Matrix x = Matrix::Identity(d, d) - 0.05 * t;
    const Matrix inverse = a.inverse(), precision = inverse.transpose() * x * inverse;
    EXPECT_LT((covariance_of(q->gaussian()).inverse() - precision).norm(), 1e-10 * precision.norm());
    const Vector delta = v.colwise().mean();
    const Vector mean = start.mean + 0.04 * (a * x.inverse() * delta);
    EXPECT_LT((q->mean() - mean).norm(), 1e-13);
    // The displacement is in the new q's units, and the slope is the gradient along it.
    const Vector moved = q->mean() - start.mean;
    EXPECT_NEAR(move.displacement.squaredNorm(), moved.dot(precision * moved), 1e-12);
    EXPECT_NEAR(move.slope, delta.dot(inverse * moved), 1e-13);
  }
}

TEST_P(Natural, StepsAreKeptInsideTheirLimits) {
  const Index d = 8;
  const std::unique_ptr<NaturalFamily> q = make_natural(wavy_gaussian(GetParam(), d));
  const Vector before = standard_deviations(q->gaussian());
  const Matrix normals = normals_of(1, 2, d), v = 100 * normals_of(1, 2, d);
  NaturalGradient gradient;
  q->gradient(FrameVectors::same(v), normals, {}, gradient);
  NaturalStep step;
  step.scale_step = 0.5;
  step.location_step = 1;
  step.trust_radius = 0.25;
  const NaturalMove move = q->step(gradient, step);
  EXPECT_GT(move.report.clips, 0);
  EXPECT_NEAR(move.displacement.norm(), 0.25, 1e-12);
  const Vector growth = standard_deviations(q->gaussian()).cwiseQuotient(before);
  // Low rank: of scales and of directions.
  EXPECT_LE(growth.maxCoeff(), (GetParam() == Structure::LowRank ? 1 / 0.67 : 1 / std::sqrt(0.67)) + 1e-12);
}

TEST_P(Natural, RefusesAStepThatIsNotFinite) {
  const Index d = 4;
  const std::unique_ptr<NaturalFamily> q = make_natural(wavy_gaussian(GetParam(), d));
  const Vector mean = q->mean();
  const Matrix normals = normals_of(1, 2, d);
  Matrix v = normals_of(2, 2, d);
  v(1, 2) = std::nan("");
  NaturalGradient gradient;
  q->gradient(FrameVectors::same(v), normals, {}, gradient);
  NaturalStep step;
  step.scale_step = step.location_step = 0.1;
  EXPECT_FALSE(q->step(gradient, step).report.is_finite);
  EXPECT_EQ(q->mean(), mean);
}

// Changes per parameter against central differences of a move, q being what the family is now.
void expect_changes_of_a_move(const NaturalFamily& q) {
  const Index d = q.mean().size();
  const Vector direction = normals_of(11, q.coordinate_count(), 1).col(0);
  constexpr double kStep = 1e-4;
  const std::unique_ptr<NaturalFamily> ahead = q.clone_natural(), behind = q.clone_natural();
  ahead->move(direction, kStep, nullptr);
  behind->move(direction, -kStep, nullptr);
  const Vector means = (ahead->mean() - behind->mean()) / (2 * kStep);
  const Vector log_sds = (standard_deviations(ahead->gaussian()).array().log() -
                          standard_deviations(behind->gaussian()).array().log()) / (2 * kStep);
  EXPECT_LT((q.mean_change(direction.head(d)) - means).norm(), 1e-8 * means.norm());
  EXPECT_LT((q.log_sd_change(direction) - log_sds).norm(), 1e-6 * log_sds.norm());
}

TEST_P(Natural, ChangesPerParameterAreThoseOfAMove) {
  const Gaussian start = wavy_gaussian(GetParam(), 5);
  const std::unique_ptr<NaturalFamily> q = make_natural(start);
  expect_changes_of_a_move(*q);
  q->move(normals_of(12, q->coordinate_count(), 1).col(0), 0.3, nullptr);
  expect_changes_of_a_move(*q);
  q->move_to(start);
  expect_changes_of_a_move(*q);
}

INSTANTIATE_TEST_SUITE_P(All, Natural, ::testing::Values(Structure::Diagonal, Structure::Dense, Structure::LowRank));

TEST(NaturalFullRank, TurnsOfTheRootLeaveThePathAlone) {
  // After steps the root is no triangle; starting anew from its Cholesky factor must not matter for later steps in law:
  // here the gradient of one fixed linear score is compared, which is the same vector in space.
  const Index d = 5;
  const std::unique_ptr<NaturalFamily> q = make_natural_full_rank(wavy_gaussian(Structure::Dense, d));
  NaturalGradient gradient;
  const Matrix normals = normals_of(1, 1, d), v = normals_of(2, 1, d);
  q->gradient(FrameVectors::same(v), normals, {}, gradient);
  NaturalStep step;
  step.scale_step = 0.1;
  q->step(gradient, step);
  const std::unique_ptr<NaturalFamily> restarted = make_natural_full_rank(q->gaussian());
  Matrix draws;
  q->transform(normals_of(3, 20000, d), draws);
  const Matrix centred = draws.rowwise() - q->mean().transpose();
  const Matrix seen = centred.transpose() * centred / 20000.0, expected = covariance_of(restarted->gaussian());
  EXPECT_LT((seen - expected).norm(), 0.03 * expected.norm());  // 20,000 draws: about 0.01
}

// Any orthogonal matrix.
Matrix turn_of(Index d) {
  return orthogonal_factor(normals_of(7, d, d));
}

TEST(NearestRoot, IsARootThatTheOtherSeesAsSymmetric) {
  const Index d = 6;
  const Matrix lower = wavy_gaussian(Structure::Dense, d).cholesky;
  const Matrix frame = 3 * lower * turn_of(d) + 0.01 * normals_of(8, d, d);
  const Matrix root = nearest_root(lower, frame), seen = frame.inverse() * root;
  EXPECT_LT((root * root.transpose() - lower * lower.transpose()).norm(), 1e-14);
  EXPECT_LT((seen - seen.transpose()).norm(), 1e-12 * seen.norm());
  EXPECT_TRUE((symmetric_eigenvalues(seen).array() > 0).all());
}

TEST(NearestRoot, IsARootWhateverTheFrame) {
  const Index d = 4;
  const Matrix lower = wavy_gaussian(Structure::Dense, d).cholesky;
  for (const double condition : {1e8, 1e20, 1e300}) {  // what the frame sees is less and less of a matrix
    Matrix frame = turn_of(d);
    frame.col(1) /= condition;
    const Matrix root = nearest_root(lower, frame);
    EXPECT_LT((root * root.transpose() - lower * lower.transpose()).norm(), 1e-14) << condition;
  }
}

TEST(NaturalFullRank, ChangesPerParameterAreThoseOfAMoveWhateverTheRoot) {
  Gaussian q = wavy_gaussian(Structure::Dense, 5);
  q.cholesky.row(3) += 2 * q.cholesky(3, 3) * Vector::Unit(5, 0).transpose();  // a correlation of 0.9
  expect_changes_of_a_move(*make_natural_full_rank(q, q.cholesky * turn_of(5)));
}

TEST(NaturalFullRank, MovesTurnWithTheParameters) {
  const Index d = 5;
  const Matrix turn = turn_of(d);
  const auto turned = [&](const Gaussian& q) {
    Gaussian out = q;
    out.mean = turn * q.mean;
    out.cholesky = cholesky(turn * covariance_of(q) * turn.transpose()).lower;
    return out;
  };
  const Gaussian start = wavy_gaussian(Structure::Dense, d);
  Gaussian end = start;
  end.mean.array() += 0.3;
  end.cholesky.col(0) *= 2;
  const std::unique_ptr<NaturalFamily> plain = make_natural(start),
                                       other = make_natural_full_rank(turned(start), turn * start.cholesky);
  const Matrix normals = normals_of(9, 3, d);
  Matrix draws, turned_draws;
  const auto expect_turned = [&] {
    plain->transform(normals, draws);
    other->transform(normals, turned_draws);
    EXPECT_LT((turned_draws - draws * turn.transpose()).norm(), 1e-13);
  };
  expect_turned();
  plain->move_to(end);
  other->move_to(turned(end));
  expect_turned();
}

TEST(NaturalFullRank, RefusesARootOfAnotherCovariance) {
  const Gaussian q = wavy_gaussian(Structure::Dense, 3);
  EXPECT_THROW(make_natural_full_rank(q, 1.001 * q.cholesky), InvalidArgument);
  EXPECT_THROW(make_natural_full_rank(q, Matrix::Identity(2, 2)), InvalidArgument);
  EXPECT_NO_THROW(make_natural_full_rank(q, q.cholesky * turn_of(3)));
}

}  // namespace
}  // namespace g2t
