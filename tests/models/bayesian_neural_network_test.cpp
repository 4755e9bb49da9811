// The network against a plain loop, its prior, names and bad data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/random.hpp>
#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/simulate.hpp>
#include <limits>
#include <numbers>

namespace g2t {
namespace {

// Log likelihood and its gradient by a plain loop.
double by_plain_loop(const NetworkData& data, Index hidden, const Vector& z, Vector& gradient) {
  const Index inputs = data.inputs.cols();
  const Index bias = inputs * hidden;
  const Index output = bias + hidden;
  const Index last = z.size() - 1;
  double log_likelihood = 0;
  gradient.setZero(z.size());
  for (Index row = 0; row < data.inputs.rows(); ++row) {
    Vector units(hidden);
    double residual = data.response(row) - z(output + hidden);
    for (Index h = 0; h < hidden; ++h) {
      units(h) = z(bias + h);
      for (Index j = 0; j < inputs; ++j) units(h) += data.inputs(row, j) * z(j * hidden + h);
      residual -= z(output + h) * std::max(units(h), 0.0);
    }
    const double scaled = std::exp(-2 * z(last)) * residual;
    log_likelihood -= 0.5 * residual * scaled + z(last) + 0.5 * std::log(2 * std::numbers::pi);
    gradient(last) += residual * scaled - 1;
    gradient(output + hidden) += scaled;
    for (Index h = 0; h < hidden; ++h) {
      if (units(h) <= 0) continue;
      gradient(output + h) += scaled * units(h);
      gradient(bias + h) += scaled * z(output + h);
      for (Index j = 0; j < inputs; ++j) gradient(j * hidden + h) += scaled * z(output + h) * data.inputs(row, j);
    }
  }
  return log_likelihood;
}

TEST(BayesianNeuralNetwork, AgreesWithAPlainLoop) {
  for (const Index rows : {1, 4, 11, 401}) {  // the last more than are taken at once
    for (const Index inputs : {1, 4, 7, 11, 13}) {  // the last more than the columns of a tile
      for (const Index hidden : {1, 5, 10}) {
        const NetworkOptions options{.hidden_units = hidden, .hierarchical = inputs == 4, .prior_scale = {}};
        const NetworkData data = simulate_network(rows, inputs, options, 3).data;
        const std::unique_ptr<Model> model = make_bayesian_neural_network(data, options);
        Matrix draws(9, model->dimension());
        fill_normals({.seed = 2, .purpose = Purpose::Check, .iteration = 1}, draws);
        Evaluation evaluation;
        Evaluation prior;
        model->evaluate(draws, evaluation);
        model->prior()->evaluate(draws, prior);
        Vector alone;
        model->log_densities(draws, alone);
        EXPECT_EQ(alone, evaluation.log_density);
        for (Index draw = 0; draw < draws.rows(); ++draw) {
          Vector gradient;
          const double log_likelihood = by_plain_loop(data, hidden, draws.row(draw), gradient);
          const double size = std::abs(log_likelihood) + std::abs(prior.log_density(draw));
          EXPECT_NEAR(evaluation.log_density(draw) - prior.log_density(draw), log_likelihood, 1e-13 * size);
          const double largest = gradient.cwiseAbs().maxCoeff() + prior.score.row(draw).cwiseAbs().maxCoeff();
          EXPECT_LT((evaluation.score.row(draw) - prior.score.row(draw) - gradient.transpose()).cwiseAbs().maxCoeff(),
                    1e-13 * largest);
        }
      }
    }
  }
}

TEST(BayesianNeuralNetwork, HasTwoPriors) {
  const NetworkData data = simulate_network(3, 2, {.hidden_units = 2}, 1).data;
  const std::unique_ptr<Model> fixed =
      make_bayesian_neural_network(data, {.hidden_units = 2, .hierarchical = false, .prior_scale = {}});
  ASSERT_EQ(fixed->dimension(), 10);
  Evaluation prior;
  fixed->prior()->evaluate(Matrix::Ones(1, 10), prior);
  EXPECT_NEAR(prior.log_density(0), -10 * (0.02 + std::log(5.0) + 0.5 * std::log(2 * std::numbers::pi)), 1e-12);

  const std::unique_ptr<Model> hierarchical =
      make_bayesian_neural_network(data, {.hidden_units = 2, .hierarchical = true, .prior_scale = 3});
  ASSERT_EQ(hierarchical->dimension(), 11);
  hierarchical->prior()->evaluate(Matrix::Ones(1, 11), prior);
  const double weights = -9 * (1 + 0.5 * std::exp(-2));
  const double scales = -2 * (1.0 / 18 + std::log(3.0));
  EXPECT_NEAR(prior.log_density(0), weights + scales - 5.5 * std::log(2 * std::numbers::pi), 1e-12);
}

TEST(BayesianNeuralNetwork, NamesItsParameters) {
  NetworkData data = simulate_network(3, 1, {.hidden_units = 2}, 1).data;
  data.input_names = {"pH"};
  EXPECT_THAT(make_bayesian_neural_network(data, {.hidden_units = 2})->parameter_names(),
              ::testing::ElementsAre("hidden.weight.pH.1", "hidden.weight.pH.2", "hidden.bias.1", "hidden.bias.2",
                                   "output.weight.1", "output.weight.2", "output.bias", "log_alpha", "log_tau"));
}

TEST(BayesianNeuralNetwork, IntegratesOverDiagonalGaussiansOnly) {
  const NetworkOptions options{.hidden_units = 2};
  const std::unique_ptr<Model> model = make_bayesian_neural_network(simulate_network(3, 1, options, 1).data, options);
  EXPECT_TRUE(model->expectation()->supports(Structure::Diagonal));
  EXPECT_FALSE(model->expectation()->supports(Structure::Dense));
}

TEST(BayesianNeuralNetwork, RejectsBadData) {
  const NetworkOptions options{.hidden_units = 2};
  const NetworkData good = simulate_network(3, 2, options, 1).data;
  NetworkData bad = good;
  bad.inputs(1, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make_bayesian_neural_network(bad, options), InvalidArgument);
  bad = good;
  bad.response(2) = std::nan("");
  EXPECT_THROW(make_bayesian_neural_network(bad, options), InvalidArgument);
  bad = good;
  bad.response.conservativeResize(2);
  EXPECT_THROW(make_bayesian_neural_network(bad, options), InvalidArgument);
  bad = good;
  bad.input_names = {"a"};
  EXPECT_THROW(make_bayesian_neural_network(bad, options), InvalidArgument);
  EXPECT_THROW(make_bayesian_neural_network({Matrix(0, 2), Vector(), {}}, options), InvalidArgument);
  EXPECT_THROW(make_bayesian_neural_network({Matrix(3, 0), Vector::Zero(3), {}}, options), InvalidArgument);
  EXPECT_THROW(make_bayesian_neural_network(good, {.hidden_units = 0}), InvalidArgument);
}

}  // namespace
}  // namespace g2t
