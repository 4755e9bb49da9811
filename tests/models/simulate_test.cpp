// Simulated data: the same for the same seed, and in keeping with their truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/sample.hpp>
#include <g2t/models/simulate.hpp>

namespace g2t {
namespace {

// At the truth the likelihood's score has mean zero and its negative Hessian as variance.
void expect_truth(const Model& model, const Vector& truth) {
  Evaluation whole;
  Evaluation prior;
  model.evaluate(truth.transpose(), whole);
  model.prior()->evaluate(truth.transpose(), prior);
  Vector curvature;
  Vector prior_curvature;
  model.curvature()->hessian_diagonal(truth, curvature);
  model.prior()->curvature()->hessian_diagonal(truth, prior_curvature);
  const Vector information = prior_curvature - curvature;
  for (Index i = 0; i < truth.size(); ++i) {
    EXPECT_LE(std::abs(whole.score(0, i) - prior.score(0, i)), 5 * std::sqrt(std::max(0.0, information(i))) + 1e-9)
        << i;
  }
}

TEST(Simulate, LogisticKeepsToItsTruth) {
  const SimulatedLogistic simulated = simulate_logistic(5000, 4, 1);
  ASSERT_EQ(simulated.truth.size(), 5);
  expect_truth(*make_logistic(simulated.data), simulated.truth);
  const auto positive = std::count(simulated.data.positive.begin(), simulated.data.positive.end(), std::uint8_t{1});
  EXPECT_GT(positive, 250);
  EXPECT_LT(positive, 4750);
}

TEST(Simulate, LogisticRowsAreTheSameInParts) {
  const SimulatedLogistic whole = simulate_logistic(101, 3, 2);
  const LogisticSimulation simulation(101, 3, 2);
  EXPECT_EQ(simulation.truth(), whole.truth);
  for (const Index size : {1, 32, 33, 101}) {
    for (Index first = 0; first < 101; first += size) {
      const LogisticSimulation::Rows part = simulation.rows(first, std::min<Index>(size, 101 - first));
      for (Index row = 0; row < part.inputs.rows(); ++row) {
        const auto at = static_cast<std::size_t>(first + row);
        EXPECT_EQ(part.positive[static_cast<std::size_t>(row)], whole.data.positive[at]);
        for (Index j = 0; j < 3; ++j) EXPECT_EQ(part.inputs(row, j), whole.data.rows.value[3 * at + static_cast<std::size_t>(j)]);
      }
    }
  }
}

TEST(Simulate, PoissonKeepsToItsTruth) {
  const SimulatedPoisson simulated = simulate_poisson({3, 40}, 3000, 1);
  ASSERT_EQ(simulated.truth.size(), 46);
  expect_truth(*make_poisson(simulated.data), simulated.truth);
}

TEST(Simulate, NetworkKeepsToItsTruth) {
  for (const bool hierarchical : {true, false}) {
    const SimulatedNetwork simulated =
        simulate_network(2000, 3, {.hidden_units = 4, .hierarchical = hierarchical, .prior_scale = {}}, 1);
    expect_truth(*make_bayesian_neural_network(simulated.data, simulated.options), simulated.truth);
  }
}

TEST(Simulate, DependsOnTheSeedAlone) {
  EXPECT_EQ(simulate_logistic(9, 2, 7).data.rows.value, simulate_logistic(9, 2, 7).data.rows.value);
  EXPECT_NE(simulate_logistic(9, 2, 7).data.rows.value, simulate_logistic(9, 2, 8).data.rows.value);
  EXPECT_EQ(simulate_poisson({2, 5}, 20, 7).data.count, simulate_poisson({2, 5}, 20, 7).data.count);
  EXPECT_EQ(simulate_network(5, 2, {}, 7).data.response, simulate_network(5, 2, {}, 7).data.response);
  EXPECT_NE(simulate_network(5, 2, {}, 7).data.response, simulate_network(5, 2, {}, 8).data.response);
}

TEST(Simulate, RejectsSizesBelowOne) {
  EXPECT_THROW(simulate_logistic(0, 2, 1), InvalidArgument);
  EXPECT_THROW(simulate_logistic(2, -1, 1), InvalidArgument);
  EXPECT_THROW(simulate_poisson({2, 0}, 3, 1), InvalidArgument);
  EXPECT_THROW(simulate_poisson({2}, 0, 1), InvalidArgument);
  EXPECT_THROW(simulate_network(3, 0, {}, 1), InvalidArgument);
}

TEST(Simulate, PoissonTakesEveryCombinationOfLevelsInTurn) {
  const SimulatedPoisson simulated = simulate_poisson({2, 3, 4}, 26, 1, false);
  EXPECT_TRUE(simulated.data.log_exposure.empty());
  for (Index row = 0; row < 26; ++row) {
    const std::size_t i = static_cast<std::size_t>(row);
    EXPECT_EQ(simulated.data.groupings[0].level_of_row[i], row % 2);
    EXPECT_EQ(simulated.data.groupings[1].level_of_row[i], row / 2 % 3);
    EXPECT_EQ(simulated.data.groupings[2].level_of_row[i], row / 6 % 4);
  }
}

TEST(Simulate, PoissonCountsHaveTheirRateWhereItIsLarge) {  // exp(-rate) is 0 above 745
  constexpr Index kRows = 400;
  const std::vector<Index> one_level(40, 1);
  for (std::uint64_t seed = 1;; ++seed) {
    ASSERT_LT(seed, 200u) << "no seed has a large rate";
    const SimulatedPoisson simulated = simulate_poisson(one_level, kRows, seed, false);
    const double rate = std::exp(1 + simulated.truth.tail(40).sum());
    if (rate < 2000 || rate > 1e5) continue;
    const Eigen::Map<const Vector> counts(simulated.data.count.data(), kRows);
    const double mean = counts.mean(), variance = sample_variance(counts.array());
    EXPECT_LT(std::abs(mean - rate), 4 * std::sqrt(rate / kRows));
    EXPECT_LT(std::abs(variance / rate - 1), 4 * std::sqrt(2.0 / kRows));
    break;
  }
}

}  // namespace
}  // namespace g2t
