// At the anchor it is the model of all rows; a model with parabolas for all rows is met everywhere; and the laws of models hold.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/inference/posterior_draws.hpp>
#include <g2t/models/simulate.hpp>
#include <inference/rows/anchored_model.h>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

struct Anchored {
  std::unique_ptr<Model> all = make_logistic(simulate_logistic(66000, 4, 3).data);
  RowSample sample = all->row_sums()->sample(6000, 1);
  Anchor anchor = anchor_at(*all, Vector::LinSpaced(5, -0.4, 0.5));
  AnchoredModel model{*all, *sample.model, anchor};
};

TEST(AnchoredModel, IsThatOfAllRowsAtTheAnchor) {
  const Anchored of;
  const Matrix point = of.anchor.point.transpose();
  Evaluation all, got;
  of.all->evaluate(point, all);
  of.model.evaluate(point, got);
  EXPECT_NEAR(got.log_density(0), all.log_density(0), 1e-9 * std::abs(all.log_density(0)));
  EXPECT_LT((got.score - all.score).norm(), 1e-9 * 66000);
  Matrix hessian, expected;
  of.model.curvature()->hessian(of.anchor.point, hessian);
  of.all->curvature()->hessian(of.anchor.point, expected);
  EXPECT_TRUE(hessian.isApprox(expected, 1e-12));
}

// A hundredth of the sample's own error, where draws of the posterior are.
TEST(AnchoredModel, IsNearThatOfAllRowsNearTheAnchor) {
  const Anchored of;
  const Matrix draws = (0.02 * testing::normals_of(1, 50, 5)).rowwise() + of.anchor.point.transpose();
  Vector all, sample, got;
  of.all->log_densities(draws, all);
  of.sample.model->log_densities(draws, sample);
  of.model.log_densities(draws, got);
  const auto spread = [&](const Vector& values) {
    const Vector off = values - all;
    return std::sqrt((off.array() - off.mean()).square().mean());
  };
  EXPECT_GT(spread(sample), 1);
  EXPECT_LT(spread(got), 0.01 * spread(sample));
}

TEST(AnchoredModel, HasItsOwnDerivatives) {
  const Anchored of;
  const Vector point = of.anchor.point + Vector::Constant(5, 0.3);
  const auto density = [&](const Vector& z) {
    Vector out;
    of.model.log_densities(z.transpose(), out);
    return out(0);
  };
  const auto score = [&](const Vector& z) {
    Evaluation out;
    of.model.evaluate(z.transpose(), out);
    return Vector(out.score.row(0));
  };
  Matrix hessian, products;
  Vector diagonal;
  of.model.curvature()->hessian(point, hessian);
  of.model.curvature()->hessian_diagonal(point, diagonal);
  of.model.curvature()->hessian_times(point, Matrix::Identity(5, 5), products);
  EXPECT_TRUE(products.isApprox(hessian, 1e-10));
  EXPECT_TRUE(diagonal.isApprox(hessian.diagonal(), 1e-10));
  constexpr double kStep = 1e-4;
  for (Index i = 0; i < 5; ++i) {
    const Vector step = kStep * Vector::Unit(5, i);
    EXPECT_NEAR((density(point + step) - density(point - step)) / (2 * kStep), score(point)(i), 1e-3);
    EXPECT_LT(((score(point + step) - score(point - step)) / (2 * kStep) - Vector(hessian.col(i))).norm(), 1e-5 * hessian.norm());
  }
}

// The parabola alone: against draws of q, to four standard errors, and by Stein's identities, exactly.
TEST(AnchoredModel, HasExactExpectations) {
  const Anchored of;
  for (const Structure structure : {Structure::Diagonal, Structure::LowRank, Structure::Dense}) {
    ASSERT_TRUE(of.model.expectation()->supports(structure));
    ExpectedLogDensity of_sample, got;
    const Gaussian q = testing::wavy_gaussian(structure, 5);
    of.model.expectation()->expect(q, got);
    of.sample.model->expectation()->expect(q, of_sample);
    const Matrix draws = draw_from(q, nullptr, 2000, {7, Purpose::Check, 0}).draws;
    Vector by_model, by_sample;
    of.model.log_densities(draws, by_model);
    of.sample.model->log_densities(draws, by_sample);
    const Vector parabola = by_model - by_sample;
    const double error = std::sqrt((parabola.array() - parabola.mean()).square().mean() / 2000);
    EXPECT_NEAR(got.value - of_sample.value, parabola.mean(), 4 * error);
    Evaluation at_mean, of_sample_at_mean;
    of.model.evaluate(q.mean.transpose(), at_mean);
    of.sample.model->evaluate(q.mean.transpose(), of_sample_at_mean);
    const Vector slope = at_mean.score.row(0) - of_sample_at_mean.score.row(0);
    EXPECT_TRUE((got.score - of_sample.score).isApprox(slope, 1e-8));
    Matrix bend, bend_of_sample;
    of.model.curvature()->hessian(q.mean, bend);
    of.sample.model->curvature()->hessian(q.mean, bend_of_sample);
    bend -= bend_of_sample;
    EXPECT_TRUE((got.hessian_diagonal - of_sample.hessian_diagonal).isApprox(bend.diagonal(), 1e-8));
    if (structure == Structure::Dense) {
      EXPECT_TRUE((got.hessian - of_sample.hessian).isApprox(bend, 1e-8));
    }
    if (structure == Structure::LowRank) {
      const Matrix directions = q.scale.asDiagonal() * q.basis;
      EXPECT_TRUE((got.hessian_products - of_sample.hessian_products).isApprox(bend * directions, 1e-8));
    }
  }
}

}  // namespace
}  // namespace g2t
