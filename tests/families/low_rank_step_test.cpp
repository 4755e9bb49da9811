// Steps against the two families at the ends, and against their own first order between them.
#include <families/low_rank_step.h>
#include <gtest/gtest.h>

#include <g2t/families/natural.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;
using testing::wavy_gaussian;

Matrix low_rank_covariance(const Gaussian& q) { return dense_root(q) * dense_root(q).transpose(); }

Gaussian low_rank(Index d, Index rank) {
  Gaussian q = wavy_gaussian(Structure::Diagonal, d);
  q.structure = Structure::LowRank;
  q.basis = Matrix(Eigen::HouseholderQR<Matrix>(normals_of(1, d, d)).householderQ()).leftCols(rank);
  q.variances = (1.5 * normals_of(8, rank, 1).col(0)).array().exp();
  return q;
}

NaturalStep step_of(double size) {
  NaturalStep step;
  step.scale_step = size;
  step.location_step = 0.8 * size;
  return step;
}

// One step of both from the same scores.
void expect_equal_steps(NaturalFamily& a, NaturalFamily& b, const Gaussian& start) {
  const Index d = start.dimension();
  const Matrix root = dense_root(start), xi = normals_of(2, 3, d), scores = normals_of(3, 3, d);
  ExpectedScore expected;
  expected.own_score_weight = -0.3;
  expected.mean = normals_of(4, d, 1).col(0);
  expected.dense = wavy_gaussian(Structure::Dense, d).cholesky;
  expected.dense = (expected.dense + expected.dense.transpose()).eval();
  // Frames differ by a turn: the same draws have other normals.
  for (NaturalFamily* const q : {&a, &b}) {
    const Matrix inverse = dense_root(q->gaussian()).inverse();
    const Matrix own = xi * root.transpose() * inverse.transpose();
    FrameBuffers buffers;
    NaturalGradient gradient;
    q->gradient(q->to_frame(ScoreVectors::same(scores), own, buffers), own, expected, gradient);
    ASSERT_EQ(q->step(gradient, step_of(0.1)).report.clips, 0);
  }
  EXPECT_LT((a.mean() - b.mean()).norm(), 1e-12);
  EXPECT_LT((low_rank_covariance(a.gaussian()) - low_rank_covariance(b.gaussian())).norm(),
            1e-11 * low_rank_covariance(b.gaussian()).norm());
}

TEST(LowRankStep, IsThatOfTheFullRankFamilyAtFullRank) {
  const Gaussian start = low_rank(5, 5);
  expect_equal_steps(*make_natural_low_rank(start), *make_natural_full_rank(dense_gaussian(start)), start);
}

TEST(LowRankStep, IsThatOfTheMeanFieldFamilyAtRankZero) {
  const Gaussian start = low_rank(5, 0);
  Gaussian diagonal = start;
  diagonal.structure = Structure::Diagonal;
  diagonal.basis.resize(0, 0);
  expect_equal_steps(*make_natural_low_rank(start), *make_natural_mean_field(diagonal), start);
}

TEST(LowRankStep, IsRightToFirstOrder) {
  const Index d = 20, rank = 2;
  const Gaussian start = low_rank(d, rank);
  ASSERT_LT(start.basis.rowwise().squaredNorm().maxCoeff(), 0.5);  // no parameter that the directions carry
  const Matrix root = dense_root(start), n = Matrix::Identity(d, d) - start.basis * start.basis.transpose();
  const LowRankTangents tangents(start.basis);
  const LowRankTangent omega{normals_of(2, d, 1).col(0), tangents.cleaned(normals_of(3, d, rank))};
  const Matrix e = tangents.beside_diagonal(omega);
  const Matrix whole = Matrix(omega.scales.asDiagonal()) + e * start.basis.transpose() + start.basis * e.transpose();
  const Matrix wanted = root * whole * root.transpose();
  const auto error = [&](double size) {
    const LowRankMove move = low_rank_step(start, omega, size, {0.1, 20});
    return ((low_rank_covariance(move.q) - low_rank_covariance(start)) / size - wanted).norm() / wanted.norm();
  };
  EXPECT_LT(error(1e-4), 1e-2);
  EXPECT_NEAR(error(1e-4) / error(1e-3), 0.1, 0.02);
}

TEST(LowRankStep, StaysInTheFamilyHoweverLong) {
  const Index d = 9, rank = 3;
  Gaussian q = low_rank(d, rank);
  for (std::uint64_t k = 0; k < 50; ++k) {
    const LowRankTangents tangents(q.basis);
    const LowRankTangent omega{normals_of(10 + k, d, 1).col(0), tangents.cleaned(normals_of(100 + k, d, rank))};
    q = low_rank_step(q, omega, 0.1, {0.67, 20}).q;
    ASSERT_EQ(q.rank(), rank);
    ASSERT_LT((q.basis.transpose() * q.basis - Matrix::Identity(rank, rank)).norm(), 1e-12);
    ASSERT_GT(q.variances.minCoeff(), 0);
    ASSERT_GT(q.scale.minCoeff(), 0);
  }
}

// Scales that change at random beside a narrow direction, or a wide one, leave its variance alone.
TEST(LowRankStep, KeepsVariancesFarFromOneWhileScalesMove) {
  for (const double variance : {1e-5, 1e5}) {
    const Index d = 30;
    Gaussian q = low_rank(d, 1);
    q.variances[0] = variance;
    const LowRankMove move = low_rank_step(q, {normals_of(2, d, 1).col(0), Matrix::Zero(d, 1)}, 0.1, {0.67, 20});
    EXPECT_NEAR(std::log(move.q.variances[0] / variance), 0, 0.1) << variance;
  }
}

// A parameter that a direction carries nearly alone: noise does not move its scale, and the direction's variance with it.
TEST(LowRankStep, LeavesTheScaleThatADirectionCarries) {
  const Index d = 30;
  Gaussian start = low_rank(d, 1);
  start.basis = (Vector::Unit(d, 0) + 0.005 * normals_of(2, d, 1).col(0)).normalized();
  start.variances[0] = 400;
  Gaussian q = start;
  for (std::uint64_t k = 0; k < 100; ++k) {
    const std::unique_ptr<NaturalFamily> family = make_natural_low_rank(q);
    const Matrix xi = normals_of(10 + k, 4, d), scores = normals_of(1000 + k, 4, d);
    NaturalGradient gradient;
    family->gradient(FrameVectors::same(scores), xi, {}, gradient);
    NaturalStep step = step_of(0.1);
    step.location_step = 0;
    ASSERT_TRUE(family->step(gradient, step).report.is_finite);
    q = family->gaussian();
  }
  EXPECT_NEAR(std::log(q.scale[0] / start.scale[0]), 0, 1);
}

// The noise of a direction's gradient: by W^T xi and the whole vector, it does not grow with the dimension.
TEST(LowRankStep, NoiseOfADirectionDoesNotGrowWithTheDimension) {
  double noise[2];
  for (const int k : {0, 1}) {
    const Index d = k == 0 ? 40 : 400;
    Gaussian q = isotropic_gaussian(Structure::LowRank, Vector::Zero(d), 1);
    q.basis = Vector::Unit(d, 0);
    q.variances = Vector::Ones(1);
    const Matrix xi = normals_of(5, 200, d);
    Matrix u = Matrix::Zero(200, d);  // the target has twice the variance along the direction
    u.col(0) = 0.5 * xi.col(0);
    const std::unique_ptr<NaturalFamily> family = make_natural_low_rank(q);
    Vector norms;
    family->inner_products(FrameVectors::same(u), FrameVectors::same(u), xi, norms);
    noise[k] = norms.mean();
  }
  EXPECT_NEAR(noise[1] / noise[0], 1, 0.3);
}

}  // namespace
}  // namespace g2t
