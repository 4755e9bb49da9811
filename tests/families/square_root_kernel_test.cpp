// The kernels of a square root agree with Eigen for every remainder of their tiles.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <random>

#include <kernels/square_root.h>

namespace g2t {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kSizes[] = {1, 2, 3, 7, 8, 9, 16, 31, 124};
constexpr Index kDrawCounts[] = {1, 2, 4, 5, 8, 11, 16};

MatrixXd random_matrix(unsigned seed, Index rows, Index columns) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

// Every entry within 1e-13 of the sum of its terms' sizes.
void expect_close(const MatrixXd& given, const MatrixXd& expected, const MatrixXd& sizes) {
  EXPECT_LE(((given - expected).array().abs() - 1e-13 * sizes.array()).maxCoeff(), 0);
  EXPECT_FALSE(given.hasNaN());  // maxCoeff may pass over one
}

// Calls check(d, draw_count) for every pair of sizes.
template <class Check>
void for_all_sizes(Check check) {
  for (const Index d : kSizes)
    for (const Index draw_count : kDrawCounts) {
      SCOPED_TRACE(::testing::Message() << "d = " << d << ", draws = " << draw_count);
      check(d, draw_count);
    }
}

TEST(SquareRootKernel, DrawsAreTheMeanPlusTheRootTimesTheNormals) {
  for_all_sizes([](Index d, Index draw_count) {
    const MatrixXd a = random_matrix(1, d, d), xi = random_matrix(2, draw_count, d);
    const VectorXd mean = random_matrix(3, d, 1);
    MatrixXd draws = MatrixXd::Constant(draw_count, d, NAN);
    const MatrixXd product = xi * a.transpose(), sizes = xi.cwiseAbs() * a.cwiseAbs().transpose();
    kernels::transform_square_root(mean.data(), a.data(), d, xi.data(), draw_count, draws.data());
    expect_close(draws, product.rowwise() + mean.transpose(), sizes.rowwise() + mean.cwiseAbs().transpose());
    draws.setConstant(NAN);
    kernels::transform_square_root(nullptr, a.data(), d, xi.data(), draw_count, draws.data());
    expect_close(draws, product, sizes);
  });
}

TEST(SquareRootKernel, TransposeTimesEqualsTheProduct) {
  for_all_sizes([](Index d, Index draw_count) {
    const MatrixXd a = random_matrix(4, d, d), v = random_matrix(5, draw_count, d);
    MatrixXd out = MatrixXd::Constant(draw_count, d, NAN);
    kernels::transpose_times(a.data(), d, v.data(), draw_count, out.data());
    expect_close(out, v * a, v.cwiseAbs() * a.cwiseAbs());
  });
}

TEST(SquareRootKernel, AddsALowRankProduct) {
  for_all_sizes([](Index d, Index rank) {
    const MatrixXd start = random_matrix(6, d, d), left = random_matrix(7, d, rank), right = random_matrix(8, d, rank);
    MatrixXd a = start;
    kernels::add_low_rank(a.data(), d, left.data(), right.data(), rank);
    expect_close(a, start + left * right.transpose(),
                 start.cwiseAbs() + left.cwiseAbs() * right.cwiseAbs().transpose());
  });
}

TEST(SquareRootKernel, TimesColumnsEqualsTheProduct) {
  for_all_sizes([](Index d, Index rank) {
    const MatrixXd a = random_matrix(9, d, d), right = random_matrix(10, d, rank);
    MatrixXd out = MatrixXd::Constant(d, rank, NAN);
    kernels::times_columns(a.data(), d, right.data(), rank, out.data());
    expect_close(out, a * right, a.cwiseAbs() * right.cwiseAbs());
  });
}

// A draw's bits do not depend on how many others share its batch.
TEST(SquareRootKernel, ADrawIsTheSameInEveryBatch) {
  for (const Index d : kSizes) {
    const MatrixXd a = random_matrix(11, d, d), xi = random_matrix(12, 16, d);
    MatrixXd all(16, d);
    kernels::transform_square_root(nullptr, a.data(), d, xi.data(), 16, all.data());
    for (const Index draw_count : kDrawCounts) {
      const MatrixXd some = xi.topRows(draw_count);
      MatrixXd draws(draw_count, d);
      kernels::transform_square_root(nullptr, a.data(), d, some.data(), draw_count, draws.data());
      EXPECT_EQ(draws, all.topRows(draw_count)) << d << " " << draw_count;
    }
  }
}

}  // namespace
}  // namespace g2t
