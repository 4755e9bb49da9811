// Errors between chains against what they are of independent draws; scale reduction against its formula.
#include <chains/chain_moments.h>
#include <gtest/gtest.h>

#include <cmath>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

constexpr Index kChains = 64;

std::vector<Matrix> independent_moves(Index moves, Index columns) {
  std::vector<Matrix> out;
  for (Index k = 0; k < moves; ++k) out.push_back(testing::normals_of(static_cast<std::uint64_t>(10 + k), kChains, columns));
  return out;
}

std::vector<bool> second_half() {
  std::vector<bool> out(kChains, false);
  for (Index k = kChains / 2; k < kChains; ++k) out[static_cast<std::size_t>(k)] = true;
  return out;
}

TEST(ChainMoments, ErrorsAreThoseOfIndependentDraws) {
  const std::vector<Matrix> moves = independent_moves(16, 40);
  const Vector error = error_between_chains(moments_by_chain(moves, column_scale(moves)));
  const double draws = 16 * kChains;
  // Mean over 40 columns of an estimate whose relative error is 1 / sqrt(2 * 63): four of them.
  const double tolerance = 4 / std::sqrt(2 * 63 * 40.0);
  EXPECT_NEAR(error.head(40).mean() * std::sqrt(draws), 1, tolerance);
  EXPECT_NEAR(error.tail(40).mean() * std::sqrt(2 * draws), 1, 1.5 * tolerance);  // squares have heavier tails
}

TEST(ChainMoments, AShiftOfAGroupShows) {
  std::vector<Matrix> moves = independent_moves(8, 3);
  const auto z = [&] { return largest_group_z(moments_by_chain(moves, column_scale(moves)), second_half()); };
  EXPECT_LT(z(), critical_z(6));
  for (Matrix& move : moves) move.col(1).tail(kChains / 2).array() += 0.5;
  // The difference has the error sqrt(4 / (8 * 64)), and the shift widens the sd a little.
  EXPECT_NEAR(z(), 0.5 / std::sqrt(4.0 / (8 * kChains)), 3);
}

TEST(ChainMoments, ADriftShows) {
  const std::vector<Matrix> moves = independent_moves(8, 3);
  const ColumnScale scale = column_scale(moves);
  const Matrix change = moments_by_chain(ChainHistory(moves).first(4), scale) - moments_by_chain(ChainHistory(moves).last(4), scale);
  EXPECT_LT(largest_z(change), critical_z(6));
  EXPECT_GT(largest_z(change.array() + 0.5), critical_z(6));
}

// An autoregression with correlation r: the estimate's error is about sqrt((1 - r^2) / n).
TEST(ChainMoments, AutocorrelationIsThatOfSuccessiveMoves) {
  for (const double r : {0.0, 0.5, 0.9}) {
    std::vector<Matrix> moves = independent_moves(40, 2);
    for (std::size_t k = 1; k < moves.size(); ++k) moves[k].col(1) = r * moves[k - 1].col(1) + std::sqrt(1 - r * r) * moves[k].col(1);
    const Vector found = autocorrelation(moves);
    const double draws = 39 * kChains;
    EXPECT_NEAR(found[0], 0, 4 / std::sqrt(draws));
    EXPECT_NEAR(found[1], r, 4 * std::sqrt((1 - r * r) / draws) + (1 + r) / (1 - r) / draws) << r;
  }
}

// The chains' means are 0 but for one at a: its distance makes a^2 / n of a variance of one.
TEST(ChainMoments, AChainApartShows) {
  Matrix means = Matrix::Zero(kChains, 3);
  EXPECT_EQ(largest_share_of_variance(means), 0);
  means(5, 1) = -4;
  means(7, 2) = 1;
  EXPECT_DOUBLE_EQ(largest_share_of_variance(means), 16.0 / kChains);
}

// Independent groups of n draws: sqrt(1 + 1 / n). A group that stands a sd aside shows.
TEST(ChainMoments, NestedRHatOfGroups) {
  std::vector<Matrix> moves = independent_moves(16, 1);
  EXPECT_NEAR(nested_r_hat(moves, 8), std::sqrt(1 + 1.0 / 128), 0.005);
  for (Matrix& move : moves) move.col(0).head(8).array() += 1;
  EXPECT_GT(nested_r_hat(moves, 8), 1.04);
  for (Matrix& move : moves) move.col(0).setZero();
  EXPECT_EQ(nested_r_hat(moves, 8), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace g2t
