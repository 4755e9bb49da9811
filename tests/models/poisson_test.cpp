// Hierarchical Poisson regression against a plain loop, known values, huge counts and bad data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/random.hpp>
#include <g2t/models/poisson.hpp>
#include <g2t/models/simulate.hpp>

namespace g2t {
namespace {

double evaluate_at(const Model& model, const Vector& point) {
  Evaluation evaluation;
  model.evaluate(point.transpose(), evaluation);
  return evaluation.log_density(0);
}

TEST(Poisson, AgreesWithAPlainLoop) {
  const PoissonData data = simulate_poisson({3, 4}, 75, 2).data;  // more rows than are taken at once
  const std::unique_ptr<Model> model = make_poisson(data);
  ASSERT_EQ(model->dimension(), 10);
  Matrix draws(9, 10);
  fill_normals({.seed = 2, .purpose = Purpose::Check, .iteration = 1}, draws);
  Evaluation evaluation;
  Evaluation prior;
  model->evaluate(draws, evaluation);
  model->prior()->evaluate(draws, prior);
  Vector alone;
  model->log_densities(draws, alone);
  EXPECT_EQ(alone, evaluation.log_density);
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    Vector one;
    model->log_densities(draws.row(draw), one);
    EXPECT_EQ(one(0), evaluation.log_density(draw));
    double log_likelihood = 0;
    double size = 0;
    Vector score = Vector::Zero(10);
    for (std::size_t row = 0; row < data.count.size(); ++row) {
      const Index first = 3 + data.groupings[0].level_of_row[row];
      const Index second = 6 + data.groupings[1].level_of_row[row];
      const double log_rate = draws(draw, 0) + draws(draw, first) + draws(draw, second) + data.log_exposure[row];
      const double rate = std::exp(log_rate);
      log_likelihood += data.count[row] * log_rate - rate - std::lgamma(data.count[row] + 1);
      size += std::abs(data.count[row] * log_rate) + rate;
      for (const Index column : {Index{0}, first, second}) score(column) += data.count[row] - rate;
    }
    EXPECT_NEAR(evaluation.log_density(draw) - prior.log_density(draw), log_likelihood, 1e-13 * size);
    EXPECT_LT((evaluation.score.row(draw) - prior.score.row(draw) - score.transpose()).cwiseAbs().maxCoeff(),
              1e-13 * size);
  }
}

TEST(Poisson, TakesHugeCounts) {
  const std::unique_ptr<Model> middle = make_poisson({.count = {200}, .log_exposure = {}, .groupings = {}});
  EXPECT_NEAR(evaluate_at(*middle, Vector::Zero(1)), -867.453511, 1e-6);
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, 5.2956), 0.07072);
  ExpectedLogDensity expected;
  middle->expectation()->expect(q, expected);
  EXPECT_NEAR(expected.value + entropy(q), -8.6605, 5e-5);

  const std::unique_ptr<Model> huge = make_poisson(
      {.count = {2500000000, 171, 0}, .log_exposure = {std::log(1e9), std::log(70), std::log(0.001)}, .groupings = {}});
  EXPECT_NEAR(evaluate_at(*huge, Vector::Zero(1)), -790726899.8687, 1e-4);
  EXPECT_NEAR(evaluate_at(*huge, Vector::Ones(1)), -9008677.6142, 1e-3);
}

TEST(Poisson, RatesThatOverflowFail) {
  const std::unique_ptr<Model> model = make_poisson({.count = {2, 0}, .log_exposure = {}, .groupings = {}});
  Evaluation evaluation;
  model->evaluate(Eigen::Vector4d(709, 710, 1e6, -1e6), evaluation);
  evaluation.mark_non_finite();
  EXPECT_EQ(evaluation.failed, (Flags{0, 1, 1, 0}));
  EXPECT_NEAR(evaluation.score(0, 0), -2 * std::exp(709), 1e-12 * std::exp(709));
}

TEST(Poisson, NamesItsParameters) {
  const std::unique_ptr<Model> model =
      make_poisson({.count = {1, 2},
                    .log_exposure = {},
                    .groupings = {{.name = "eth", .levels = {"b", "w"}, .level_of_row = {0, 1}},
                                  {.name = "precinct", .levels = {"7"}, .level_of_row = {0, 0}}}});
  EXPECT_THAT(model->parameter_names(),
              ::testing::ElementsAre("mu", "log_sigma.eth", "log_sigma.precinct", "eth.b", "eth.w", "precinct.7"));
}

TEST(Poisson, ExpectedHessianIsDiagonalWithoutGroupings) {
  const std::unique_ptr<Model> model = make_poisson({.count = {3}, .log_exposure = {}, .groupings = {}});
  ExpectedLogDensity expected;
  model->expectation()->expect(isotropic_gaussian(Structure::Dense, Vector::Zero(1), 0.5), expected);
  EXPECT_EQ(expected.hessian.size(), 0);
  EXPECT_NEAR(expected.hessian_diagonal(0), -std::exp(0.125) - 0.01, 1e-14);
}

// The message of the error that the change brings about.
template <class Change>
std::string error_with(Change change) {
  PoissonData data = simulate_poisson({2}, 4, 1).data;
  change(data);
  try {
    make_poisson(data);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "none";
}

TEST(Poisson, RejectsBadData) {
  using ::testing::HasSubstr;
  EXPECT_THAT(error_with([](PoissonData& data) { data.count[2] = -1; }), HasSubstr("count[2] = -1"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.count[2] = 2.5; }), HasSubstr("whole number"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.count[2] = 1e20; }), HasSubstr("at most 2^53"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.count[2] = std::nan(""); }), HasSubstr("must be finite"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.count.clear(); }), HasSubstr("there is no row"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.log_exposure[1] = -INFINITY; }), HasSubstr("log_exposure[1]"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.log_exposure.pop_back(); }), HasSubstr("3 values"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.groupings[0].level_of_row[3] = 2; }),
              HasSubstr("grouping G1, level_of_row[3] = 2"));
  EXPECT_THAT(error_with([](PoissonData& data) { data.groupings[0].level_of_row.pop_back(); }), HasSubstr("3 rows"));
}

}  // namespace
}  // namespace g2t
