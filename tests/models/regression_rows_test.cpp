// Rows against the models of the same data, and against formulas written out.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/regression_rows.hpp>

namespace g2t {
namespace {

LogisticData three_rows() {
  LogisticData data;
  data.rows.columns = 2;
  data.rows.start = {0, 2, 2, 3};  // the second row is empty
  data.rows.column = {0, 1, 1};
  data.rows.value = {0.5, -1.5, 2};
  data.positive = {1, 0, 1};
  return data;
}

PoissonData four_counts() {
  PoissonData data;
  data.count = {0, 3, 1, 7};
  data.log_exposure = {0.1, 0.4, -0.2, 1};
  data.groupings = {{"eth", {"a", "b"}, {0, 1, 0, 1}}, {"precinct", {"1", "2", "3"}, {2, 0, 1, 2}}};
  return data;
}

NetworkData five_rows() {
  NetworkData data;
  data.inputs = Matrix({{0.5, -1}, {2, 0}, {-0.3, 0.8}, {1, 1}, {0, -2}});
  data.response = Vector({{1, -0.5, 2, 0, 0.25}});
  return data;
}

Matrix some_draws(Index dimension) {
  Matrix draws(4, dimension);
  for (Index s = 0; s < draws.rows(); ++s)
    for (Index i = 0; i < dimension; ++i) draws(s, i) = 0.6 * std::sin(static_cast<double>(1 + s + 3 * i));
  return draws;
}

// The model's log density less its prior's is the sum over rows.
void expect_sum_of_rows(const RegressionRows& rows, const Model& model) {
  ASSERT_EQ(rows.dimension(), model.dimension());
  const Matrix draws = some_draws(model.dimension());
  Vector sum = Vector::Zero(draws.rows()), row_values, full, prior;
  for (Index row = 0; row < rows.count(); ++row) {
    rows.log_density(row, draws, row_values);
    sum += row_values;
  }
  model.log_densities(draws, full);
  model.prior()->log_densities(draws, prior);
  EXPECT_LT((sum - (full - prior)).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(RegressionRows, AddUpToTheLikelihood) {
  for (const bool intercept : {true, false}) {
    LogisticData data = three_rows();
    data.intercept = intercept;
    expect_sum_of_rows(*logistic_rows(data), *make_logistic(data));
  }
  expect_sum_of_rows(*poisson_rows(four_counts(), 4), *make_poisson(four_counts()));
  for (const bool hierarchical : {true, false}) {
    const NetworkOptions options{.hidden_units = 3, .hierarchical = hierarchical};
    expect_sum_of_rows(*network_rows(five_rows(), options), *make_bayesian_neural_network(five_rows(), options));
  }
}

TEST(RegressionRows, ExpectProbabilitiesRatesAndOutputs) {
  Vector out;
  const Matrix weights{{0.2, 1, -0.5}, {-1, 0, 800}};
  const auto logistic = logistic_rows(three_rows());
  logistic->expect(0, weights, out);
  EXPECT_NEAR(out[0], 1 / (1 + std::exp(-(0.2 + 0.5 + 0.75))), 1e-15);
  logistic->expect(2, weights, out);
  EXPECT_EQ(out[1], 1);
  logistic->log_density(2, -weights, out);  // a margin of -1599 is a log density of that
  EXPECT_DOUBLE_EQ(out[1], -1599);
  EXPECT_EQ(logistic->noise(weights).size(), 0);

  Matrix effects = Matrix::Zero(1, 8);
  effects << 0.3, 9, 9, 0.1, 0.2, 1, 2, 3;
  poisson_rows(four_counts(), 4)->expect(1, effects, out);
  EXPECT_NEAR(out[0], std::exp(0.3 + 0.2 + 1 + 0.4), 1e-14);
}

TEST(RegressionRows, NetworksAreOnTheUsersScale) {
  const NetworkOptions options{.hidden_units = 2, .hierarchical = false};
  const Matrix draws = some_draws(2 * 2 + 2 + 2 + 1 + 1);
  NetworkData standard = five_rows(), users = five_rows();
  users.response = 10 + 4 * standard.response.array();
  const auto plain = network_rows(standard, options), scaled = network_rows(users, options, {10, 4});
  Vector a, b;
  for (Index row = 0; row < 5; ++row) {
    plain->expect(row, draws, a);
    scaled->expect(row, draws, b);
    EXPECT_LT((b.array() - 10 - 4 * a.array()).abs().maxCoeff(), 1e-12);
    plain->log_density(row, draws, a);
    scaled->log_density(row, draws, b);
    EXPECT_LT((b.array() + std::log(4.0) - a.array()).abs().maxCoeff(), 1e-12);
  }
  EXPECT_LT((scaled->noise(draws).array() - 4 * draws.col(9).array().exp()).abs().maxCoeff(), 1e-12);
  EXPECT_THROW(static_cast<void>(network_rows(users, options, {10, 0})), InvalidArgument);
}

TEST(RegressionRows, MayLackResponses) {
  LogisticData logistic = three_rows();
  logistic.positive.clear();
  EXPECT_FALSE(logistic_rows(logistic)->has_responses());
  EXPECT_EQ(logistic_rows(logistic)->count(), 3);
  PoissonData poisson = four_counts();
  poisson.count.clear();
  EXPECT_FALSE(poisson_rows(poisson, 4)->has_responses());
  EXPECT_THROW(static_cast<void>(poisson_rows(poisson, 5)), InvalidArgument);
  NetworkData network = five_rows();
  network.response.resize(0);
  EXPECT_FALSE(network_rows(network, {.hidden_units = 2})->has_responses());
  LogisticData wrong = three_rows();
  wrong.rows.column[0] = 7;
  EXPECT_THROW(static_cast<void>(logistic_rows(wrong)), InvalidArgument);
}

}  // namespace
}  // namespace g2t
