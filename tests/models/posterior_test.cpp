// Likelihood and prior, added up.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/posterior.hpp>

namespace g2t {
namespace {

// log likelihood = z0 z1, with no expectation.
class Product final : public Likelihood {
 public:
  Index dimension() const override { return 2; }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override {
    log_density += draws.col(0).cwiseProduct(draws.col(1));
    score.col(0) += draws.col(1);
    score.col(1) += draws.col(0);
    if (!has_score) score(0, 1) = std::nan("");
  }
  void add_hessian(const Vector&, Matrix& out) const override { out += Eigen::Matrix2d{{0, 1}, {1, 0}}; }
  void add_hessian_diagonal(const Vector&, Vector&) const override {}
  void add_hessian_times(const Vector&, const Matrix& vectors, Matrix& products) const override {
    products += vectors.rowwise().reverse();
  }
  bool supports(Structure structure) const override { return structure == Structure::Dense && has_expectation; }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override {
    out.value += q.mean.prod() + q.cholesky.row(0).dot(q.cholesky.row(1));
    out.score += q.mean.reverse();
    off_diagonal(out)(0, 1) += 1;
    off_diagonal(out)(1, 0) += 1;
  }
  Index lane_width() const override { return 4; }

  bool has_expectation = true;
  bool has_score = true;
};

NormalPrior standard_normal(Index dimension) {
  return {std::vector<std::string>(static_cast<std::size_t>(dimension), "z"), {{0, dimension, 1}}};
}

TEST(Posterior, AddsThePrior) {
  const std::unique_ptr<Model> model = make_posterior(std::make_unique<Product>(), standard_normal(2));
  const Eigen::RowVector2d point(2, 3);
  Evaluation evaluation;
  Evaluation prior;
  model->evaluate(point, evaluation);
  model->prior()->evaluate(point, prior);
  EXPECT_DOUBLE_EQ(evaluation.log_density(0), 6 + prior.log_density(0));
  EXPECT_EQ(evaluation.score, Eigen::RowVector2d(1, -1));
  Matrix hessian;
  model->curvature()->hessian(point, hessian);
  EXPECT_EQ(hessian, (Matrix{{-1, 1}, {1, -1}}));
  Vector diagonal;
  model->curvature()->hessian_diagonal(point, diagonal);
  EXPECT_EQ(diagonal, Vector::Constant(2, -1));
  Matrix products;
  model->curvature()->hessian_times(point, point, products);
  EXPECT_EQ(products, Eigen::RowVector2d(1, -1));
  EXPECT_EQ(model->lane_width(), 4);
}

TEST(Posterior, HasDensitiesAloneOfALikelihoodThatHasNone) {
  const Matrix draws{{2, 3}, {1e60, 1e60}, {0.5, -1}, {1e200, 1}};
  auto likelihood = std::make_unique<Product>();
  Product& product = *likelihood;
  const std::unique_ptr<Model> model = make_posterior(std::move(likelihood), standard_normal(2));
  Evaluation evaluation;
  model->evaluate(draws, evaluation);
  Vector alone;
  model->log_densities(draws, alone);
  EXPECT_EQ(alone, evaluation.log_density);
  EXPECT_EQ(alone(3), -INFINITY);
  product.has_score = false;
  model->log_densities(draws, alone);
  EXPECT_TRUE(std::isnan(alone(0)));
  EXPECT_EQ(alone(2), evaluation.log_density(2));
}

TEST(Posterior, FillsTheDiagonalOfTheExpectedHessian) {
  const std::unique_ptr<Model> model = make_posterior(std::make_unique<Product>(), standard_normal(2));
  EXPECT_FALSE(model->expectation()->supports(Structure::Diagonal));
  ExpectedLogDensity expected;
  for (int k = 0; k < 2; ++k) {  // and starts afresh when used again
    model->expectation()->expect(isotropic_gaussian(Structure::Dense, Eigen::Vector2d(1, 2), 0.5), expected);
    EXPECT_EQ(expected.hessian, (Matrix{{-1, 1}, {1, -1}}));
    EXPECT_EQ(expected.score, Eigen::Vector2d(1, -1));
  }
}

TEST(Posterior, OffersNoExpectationThatTheLikelihoodLacks) {
  auto likelihood = std::make_unique<Product>();
  likelihood->has_expectation = false;
  EXPECT_EQ(make_posterior(std::move(likelihood), standard_normal(2))->expectation(), nullptr);
}

TEST(Posterior, RejectsWhatDoesNotFit) {
  EXPECT_THROW(make_posterior(std::make_unique<Product>(), standard_normal(3)), InvalidArgument);
  EXPECT_THROW(make_posterior(nullptr, standard_normal(2)), InvalidArgument);
  Evaluation evaluation;
  EXPECT_THROW(make_posterior(std::make_unique<Product>(), standard_normal(2))->evaluate(Matrix(1, 3), evaluation),
               InvalidArgument);
}

}  // namespace
}  // namespace g2t
