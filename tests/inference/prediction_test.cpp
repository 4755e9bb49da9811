// Predictions against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/random.hpp>
#include <g2t/inference/prediction.hpp>
#include <numbers>

namespace g2t {
namespace {

// x = -1, 0, 2 with one weight and no intercept.
std::unique_ptr<RegressionRows> margins() {
  LogisticData data;
  data.intercept = false;
  data.rows.columns = 1;
  data.rows.start = {0, 1, 1, 2};
  data.rows.column = {0, 0};
  data.rows.value = {-1, 2};
  data.positive = {1, 0, 0};
  return logistic_rows(data);
}

TEST(Prediction, OfOneDrawIsThatDraw) {
  const Predictions seen = predict_rows(*margins(), Matrix::Constant(1, 1, 0.7));
  for (const Vector* field : {&seen.mean, &seen.q5, &seen.median, &seen.q95}) {
    EXPECT_NEAR((*field)[0], 1 / (1 + std::exp(0.7)), 1e-15);
    EXPECT_EQ((*field)[1], 0.5);
  }
  EXPECT_EQ(seen.sd[2], 0);
}

TEST(Prediction, QuantilesAreThoseOfTheDraws) {
  Matrix draws(101, 1);  // falling: the order of draws does not matter
  for (Index s = 0; s <= 100; ++s) draws(s, 0) = 0.01 * static_cast<double>(50 - s);
  const Predictions seen = predict_rows(*margins(), draws);
  const auto sigmoid = [](double margin) { return 1 / (1 + std::exp(-margin)); };
  EXPECT_NEAR(seen.q5[2], sigmoid(-0.9), 1e-14);
  EXPECT_NEAR(seen.median[2], 0.5, 1e-14);
  EXPECT_NEAR(seen.q95[2], sigmoid(0.9), 1e-14);
  EXPECT_NEAR(seen.q5[0], sigmoid(-0.45), 1e-14);
}

// mu ~ N(1, 0.3^2): the rate is lognormal.
TEST(Prediction, RatesOfALogNormal) {
  PoissonData data;
  data.log_exposure = {0, std::log(3.0)};
  const auto rows = poisson_rows(data, 2);
  Matrix draws(200000, 1);
  fill_normals({4, Purpose::Check, 0}, draws);
  draws = 1 + 0.3 * draws.array();
  const Predictions seen = predict_rows(*rows, draws);
  const double mean = std::exp(1.045), sd = mean * std::sqrt(std::expm1(0.09)), root = std::sqrt(200000.0);
  EXPECT_NEAR(seen.mean[0], mean, 4 * sd / root);
  EXPECT_NEAR(seen.mean[1], 3 * seen.mean[0], 1e-9);
  EXPECT_NEAR(seen.sd[0] / sd, 1, 4 * 1.5 / root);
  const double error = std::sqrt(0.05 * 0.95) / root;  // of a share, so of its quantile in log rates: error / density
  const double density = std::exp(-0.5 * 1.644854 * 1.644854) / std::sqrt(2 * std::numbers::pi) / 0.3;
  EXPECT_NEAR(std::log(seen.q5[0]), 1 - 0.3 * 1.644854, 4 * error / density);
  EXPECT_NEAR(std::log(seen.q95[0]), 1 + 0.3 * 1.644854, 4 * error / density);
}

// A network of constant output b ~ N(0.5, 0.4^2) with noise 0.3: the response is N(0.5, 0.5^2).
TEST(Prediction, ResponsesHaveTheirNoise) {
  NetworkData data;
  data.inputs = Matrix::Constant(1, 1, 2.0);
  const auto rows = network_rows(data, {.hidden_units = 1, .hierarchical = false}, {10, 2});
  Matrix draws = Matrix::Zero(50000, 5);  // weight, bias, output weight, output bias, log tau
  Matrix normals(50000, 1);
  fill_normals({5, Purpose::Check, 0}, normals);
  draws.col(3) = 0.5 + 0.4 * normals.array();
  draws.col(4).setConstant(std::log(0.3));
  const Predictions seen = predict_rows(*rows, draws);
  const double error = 2 * 0.5 / std::sqrt(50000.0);
  EXPECT_NEAR(seen.mean[0], 11, 4 * error);
  EXPECT_NEAR(seen.sd[0], 1, 4 * error);
  EXPECT_NEAR(seen.q5[0], 11 - 1.644854, 8 * error);
  EXPECT_NEAR(seen.median[0], 11, 6 * error);
  EXPECT_NEAR(seen.q95[0], 11 + 1.644854, 8 * error);
}

// Two draws far apart: the distribution function is flat between them, where a step of Newton's leads nowhere.
TEST(Prediction, QuantilesOfAMixture) {
  NetworkData data;
  data.inputs = Matrix::Constant(1, 1, 0.0);
  const auto rows = network_rows(data, {.hidden_units = 1, .hierarchical = false});
  Matrix draws = Matrix::Zero(2, 5);
  draws(0, 3) = -1000;
  draws(1, 3) = 1000;
  const Predictions seen = predict_rows(*rows, draws);
  EXPECT_NEAR(seen.q5[0], -1000 - 1.2815515655446004, 1e-9);  // the normal's quantile at 0.1
  EXPECT_NEAR(seen.q95[0], 1000 + 1.2815515655446004, 1e-9);
  EXPECT_LT(std::abs(seen.median[0]), 1000);
}

TEST(Prediction, ScoresAreLogsOfMeanDensities) {
  const Matrix draws{{0.0}, {std::log(3.0)}};
  const PredictiveScore seen = score_rows(*margins(), draws);
  EXPECT_NEAR(seen.log_density[0], std::log((0.5 + 0.25) / 2), 1e-14);
  EXPECT_NEAR(seen.log_density[1], std::log(0.5), 1e-14);
  EXPECT_NEAR(seen.log_density[2], std::log((0.5 + 0.1) / 2), 1e-14);
  EXPECT_NEAR(seen.sum, seen.log_density.sum(), 1e-14);
  const double mean = seen.sum / 3;
  EXPECT_NEAR(seen.standard_error, std::sqrt(3 * (seen.log_density.array() - mean).square().sum() / 2), 1e-14);
}

TEST(Prediction, RefusesDrawsOfOthers) {
  EXPECT_THROW(static_cast<void>(predict_rows(*margins(), Matrix::Zero(5, 2))), InvalidArgument);
  EXPECT_THROW(static_cast<void>(predict_rows(*margins(), Matrix::Zero(0, 1))), InvalidArgument);
  EXPECT_THROW(static_cast<void>(score_rows(*poisson_rows({}, 1), Matrix::Zero(1, 1))), InvalidArgument);
}

}  // namespace
}  // namespace g2t
