// The paper's models against values computed independently: density, derivatives, exact ELBO and its gradients.
#include <g2t/core/json.hpp>
#include <gtest/gtest.h>
#include <io/text_file.hpp>

#include <cmath>
#include <ostream>

#include "models/data.hpp"

namespace g2t::test {
namespace {

const Json& reference() {
  static const Json all = Json::parse(io::read_text_file(G2T_SOURCE_DIR "/tests/reference/models.json"));
  return all;
}

Vector to_vector(const Json& numbers) {
  Vector vector(static_cast<Index>(numbers.size()));
  for (Index i = 0; i < vector.size(); ++i) vector(i) = numbers[static_cast<std::size_t>(i)].get<double>();
  return vector;
}

// Within 1e-10 of the largest entry.
void expect_equal(const Vector& given, const Json& expected, const std::string& what) {
  const Vector right = to_vector(expected);
  ASSERT_EQ(given.size(), right.size()) << what;
  EXPECT_LT((given - right).cwiseAbs().maxCoeff(), 1e-10 * right.cwiseAbs().maxCoeff()) << what;
}

Vector wave(Index dimension) {
  return Vector::NullaryExpr(dimension, [](Index i) { return 0.1 * std::sin(static_cast<double>(i + 1)); });
}

// w0 or w1 of the reference file.
Gaussian gaussian_of(const std::string& name, Index dimension) {
  const bool is_dense = name.starts_with("fullrank");
  const Structure structure = is_dense ? Structure::Dense : Structure::Diagonal;
  if (name.ends_with("w0")) return isotropic_gaussian(structure, Vector::Zero(dimension), 0.1);
  Gaussian q = isotropic_gaussian(structure, wave(dimension), 0.1);
  const Vector scale =
      Vector::NullaryExpr(dimension, [](Index i) { return 0.1 * std::exp(0.5 * std::cos(static_cast<double>(i))); });
  if (!is_dense) {
    q.scale = scale;
    return q;
  }
  for (Index i = 0; i < dimension; ++i) {
    for (Index j = 0; j < i; ++j) q.cholesky(i, j) = 0.02 * std::sin(static_cast<double>(i + 2 * j + 1));
    q.cholesky(i, i) = scale(i);
  }
  return q;
}

class ReferenceTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    model_ = paper_model(GetParam());
    if (model_ == nullptr) GTEST_SKIP() << "the data sets are not there (G2T_DATA_DIR)";
    values_ = &reference()["models"][GetParam()];
  }
  std::shared_ptr<const Model> model_;
  const Json* values_ = nullptr;
};

TEST_P(ReferenceTest, PointP1) {
  const Json& expected = (*values_)["P1"];
  const Index dimension = model_->dimension();
  ASSERT_EQ(dimension, (*values_)["d"].get<Index>());
  ASSERT_EQ(static_cast<Index>(model_->parameter_names().size()), dimension);
  const Vector point = wave(dimension);
  const double log_density = expected["logp"].get<double>();
  const double tolerance = 1e-12 * std::abs(log_density);

  Evaluation evaluation;
  model_->evaluate(point.transpose().replicate(3, 1), evaluation);
  EXPECT_NEAR(evaluation.log_density(2), log_density, tolerance);
  expect_equal(evaluation.score.row(2), expected["grad"], "score");

  Evaluation prior;
  model_->prior()->evaluate(point.transpose(), prior);
  EXPECT_NEAR(prior.log_density(0), expected["logprior"].get<double>(), tolerance);
  EXPECT_NEAR(evaluation.log_density(0) - prior.log_density(0), expected["loglik"].get<double>(), tolerance);

  Vector diagonal;
  model_->curvature()->hessian_diagonal(point, diagonal);
  expect_equal(diagonal, expected["hess_diag"], "Hessian diagonal");
  const Vector vector = Vector::NullaryExpr(dimension, [](Index i) { return std::cos(static_cast<double>(i + 1)); });
  Matrix products;
  model_->curvature()->hessian_times(point, vector.transpose().replicate(2, 1), products);
  expect_equal(products.row(1), expected["hvp"], "Hessian-vector product");
  Matrix hessian;
  model_->curvature()->hessian(point, hessian);
  expect_equal(hessian * vector, expected["hvp"], "Hessian times vector");
  expect_equal(hessian.diagonal(), expected["hess_diag"], "diagonal of the Hessian");
}

TEST_P(ReferenceTest, ExactElbo) {
  const Expectation& expectation = *model_->expectation();
  for (const auto& [name, expected] : (*values_)["exact"].items()) {
    const Gaussian q = gaussian_of(name, model_->dimension());
    ASSERT_TRUE(expectation.supports(q.structure));
    ExpectedLogDensity moments;
    expectation.expect(q, moments);
    const double elbo = expected["elbo"].get<double>();
    EXPECT_NEAR(moments.value + entropy(q), elbo, 1e-12 * std::abs(elbo)) << name;
    expect_equal(moments.score, expected["grad_m"], name);
    if (q.structure == Structure::Diagonal) {
      EXPECT_EQ(moments.hessian.size(), 0);
      expect_equal(moments.hessian_diagonal.cwiseProduct(q.scale) + q.scale.cwiseInverse(), expected["grad_s"], name);
      continue;
    }
    Matrix gradient = moments.hessian * q.cholesky;
    gradient.diagonal() += q.cholesky.diagonal().cwiseInverse();
    std::vector<double> every;
    Index count = 0;
    for (Index i = 0; i < gradient.rows(); ++i) {
      for (Index j = 0; j <= i; ++j) {
        if (count++ % 37 == 0) every.push_back(gradient(i, j));
      }
    }
    expect_equal(Vector::Map(every.data(), static_cast<Index>(every.size())), expected["grad_L_every"], name);
  }
}

INSTANTIATE_TEST_SUITE_P(PaperModels, ReferenceTest,
                         ::testing::Values("logistic_a1a", "logistic_mushrooms", "hierarchical_poisson_frisk", "bnn_a",
                                         "bnn_b"),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace g2t::test
