// Draws, densities and groups of each way to the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/answer/answer_draws.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

const SampleStreams kAnswerStreams{5, Sample::Fit};

TEST(AnswerDraws, LogDensitiesAreThoseOfTheNormal) {
  Gaussian q{.structure = Structure::Dense, .mean = Vector{{1.4, 1.4}}, .scale = {}, .cholesky = Matrix{{0.7, 0}, {0.2, 0.6}}};
  const Matrix draws = testing::normals_of(1, 7, 2);
  for (Index k = 0; k < 7; ++k) {
    const Vector x = q.cholesky.triangularView<Eigen::Lower>().solve(draws.row(k).transpose() - q.mean);
    EXPECT_NEAR(log_density_at(q, draws)[k], -0.5 * x.squaredNorm() - std::log(0.42) - testing::kLogTwoPi, 1e-12);
  }
  q = isotropic_gaussian(Structure::Diagonal, q.mean, 2);
  EXPECT_NEAR(log_density_at(q, draws)[3],
              -0.125 * (draws.row(3).transpose() - q.mean).squaredNorm() - std::log(4) - testing::kLogTwoPi, 1e-12);
}

TEST(AnswerDraws, ThoseOfQAreItsFirstInPairs) {
  const std::unique_ptr<Model> model = make_model(testing::DiagonalNormal{Vector::Ones(2), Vector::Ones(2)});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1.5);
  QSample sample(*model, q, 160, kAnswerStreams);
  sample.evaluate(64, {});
  const Posterior answer = gaussian_answer(sample, 100);
  EXPECT_EQ(answer.way, AnswerWay::Gaussian);
  EXPECT_EQ(answer.draws, sample.draws().topRows(100));
  EXPECT_EQ(answer.log_q, sample.log_q().head(100));
  EXPECT_EQ(answer.log_density.head(64), sample.log_density());
  EXPECT_TRUE(answer.log_density.tail(36).array().isNaN().all());
  EXPECT_EQ(answer.chain_count, 0);
  ASSERT_EQ(answer.groups.size(), 100u);
  std::map<Index, std::vector<Index>> members;
  for (std::size_t k = 0; k < 100; ++k) members[answer.groups[k]].push_back(static_cast<Index>(k));
  for (const auto& [group, rows] : members) {
    if (rows.size() == 1) {
      EXPECT_GE(rows[0], 96) << group;  // of the block that is cut
      continue;
    }
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_LT((answer.draws.row(rows[0]) + answer.draws.row(rows[1])).norm(), 1e-13);
  }
  EXPECT_EQ(gaussian_answer(sample, 1000).draw_count(), 160);  // no more than there are
}

struct WeightedPool {
  Matrix draws = testing::normals_of(2, 300, 2);
  Vector density = Vector::LinSpaced(300, -5, 5), weights;
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1);

  WeightedPool() {
    weights = (1.5 * draws.col(0)).array().exp();
    weights /= weights.sum();
  }
  [[nodiscard]] Posterior answer(Index count, const SampleStreams& sample = kAnswerStreams) const {
    return weighted_answer(q, draws, density, weights, count, sample);
  }
};

TEST(AnswerDraws, CopiesFollowTheWeights) {
  const WeightedPool pool;
  for (const Index count : {50, 1000, 4001}) {
    const Posterior answer = pool.answer(count);
    EXPECT_EQ(answer.way, AnswerWay::Weighted);
    ASSERT_EQ(answer.draw_count(), count);
    ASSERT_EQ(static_cast<Index>(answer.groups.size()), count);
    for (Index s = 0; s < 300; ++s) {
      const auto copies = static_cast<double>(std::count(answer.groups.begin(), answer.groups.end(), s));
      EXPECT_LT(std::abs(copies - static_cast<double>(count) * pool.weights[s]), 1 + 1e-9);
    }
    for (Index k = 0; k < count; ++k) {
      const Index row = answer.groups[static_cast<std::size_t>(k)];
      EXPECT_EQ(answer.draws.row(k), pool.draws.row(row));
      EXPECT_EQ(answer.log_density[k], pool.density[row]);
    }
    EXPECT_LT((answer.log_q - log_density_at(pool.q, answer.draws)).norm(), 1e-12);
  }
}

TEST(AnswerDraws, AnyFirstOnesOfTheWeightedStandForAll) {
  // In the order of the pool the first quarter would have one quarter of the rows.
  const WeightedPool pool;
  const Posterior answer = pool.answer(4000);
  const auto mean = static_cast<double>(std::accumulate(answer.groups.begin(), answer.groups.end(), Index{0})) / 4000;
  double square = 0;
  for (const Index group : answer.groups) square += std::pow(static_cast<double>(group) - mean, 2);
  const double error = std::sqrt(square / 4000 / 1000);
  for (std::size_t quarter = 0; quarter < 4; ++quarter) {
    const auto first = answer.groups.begin() + static_cast<std::ptrdiff_t>(1000 * quarter);
    EXPECT_NEAR(static_cast<double>(std::accumulate(first, first + 1000, Index{0})) / 1000, mean, 4 * error) << quarter;
  }
}

TEST(AnswerDraws, WeightedOnesAreRepeatableAndOthersLater) {
  const WeightedPool pool;
  EXPECT_EQ(pool.answer(500).groups, pool.answer(500).groups);
  EXPECT_NE(pool.answer(500).groups, pool.answer(500, {5, Sample::Later}).groups);
  EXPECT_EQ(pool.answer(0).draw_count(), 0);
}

TEST(AnswerDraws, ThoseOfChainsAreInGroupsOfAChain) {
  ChainDraws chains;
  chains.draws = testing::normals_of(3, 12, 2);
  chains.log_density = Vector::LinSpaced(12, 0, 11);
  chains.chain_count = 4;
  chains.checks.r_hat = 1.25;
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1);
  const Posterior answer = moved_answer(q, chains);
  EXPECT_EQ(answer.way, AnswerWay::Moved);
  EXPECT_EQ(answer.draws, chains.draws);
  EXPECT_EQ(answer.log_density, chains.log_density);
  EXPECT_EQ(answer.log_q, log_density_at(q, chains.draws));
  EXPECT_EQ(answer.chain_count, 4);
  EXPECT_EQ(answer.groups, (std::vector<Index>{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
  ASSERT_TRUE(answer.chains.has_value());
  EXPECT_EQ(answer.chains->r_hat, 1.25);
  EXPECT_EQ(moved_answer(q, {}).draw_count(), 0);
}

}  // namespace
}  // namespace g2t
