// Steps with exact expectations end at the best q, and their gap is that of draws without the noise.
#include <gtest/gtest.h>
#include <inference/natural/exact_steps.h>

#include <cmath>
#include <g2t/core/random.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/models/logistic.hpp>
#include <support/targets_shapes.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

const std::function<bool()> exactly_never = [] { return false; };

// Few rows, so that the posterior is far from a Gaussian.
std::unique_ptr<Model> exactly_logistic() {
  LogisticData data;
  data.intercept = true;
  data.rows.columns = 2;
  data.rows.start = {0};
  Matrix x(12, 2);
  fill_normals({3, Purpose::Check, 0}, x);
  for (Index row = 0; row < x.rows(); ++row) {
    for (Index column = 0; column < 2; ++column) {
      data.rows.column.push_back(static_cast<std::int32_t>(column));
      data.rows.value.push_back(2 * x(row, column));
    }
    data.rows.start.push_back(static_cast<Index>(data.rows.column.size()));
    data.positive.push_back(x(row, 0) > 0.3 * x(row, 1) ? 1 : 0);
  }
  return make_logistic(data);
}

Gaussian exactly_off(Index d) {
  Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Constant(d, 0.5), 0.4);
  q.cholesky(d - 1, 0) = -0.2;
  return q;
}

TEST(ExactSteps, EndAtTheBestGaussian) {
  const std::unique_ptr<Model> model = exactly_logistic();
  const Gaussian start = exactly_off(3);
  ASSERT_TRUE(can_step_exactly(*model, start));
  const ExactSteps found = exact_steps(*model, start, exactly_never);
  EXPECT_TRUE(found.has_converged);
  EXPECT_LT(found.gap.gap, 3e-5);
  EXPECT_LE(found.steps, 25);
  EXPECT_TRUE(found.elbo.is_exact);
  EXPECT_EQ(found.elbo.value, exact_elbo(*model, found.q).value);
  EXPECT_GT(found.elbo.value, exact_elbo(*model, start).value + 1);
  // Any other one near it is worse, but for what the gap leaves.
  Matrix off(40, 9);
  fill_normals({5, Purpose::Check, 0}, off);
  for (Index k = 0; k < off.rows(); ++k) {
    Gaussian other = found.q;
    other.mean += 0.1 * off.row(k).head(3).transpose();
    other.cholesky(0, 0) *= std::exp(0.1 * off(k, 3));
    other.cholesky(1, 1) *= std::exp(0.1 * off(k, 4));
    other.cholesky(2, 2) *= std::exp(0.1 * off(k, 5));
    other.cholesky(1, 0) += 0.1 * off(k, 6);
    other.cholesky(2, 0) += 0.1 * off(k, 7);
    other.cholesky(2, 1) += 0.1 * off(k, 8);
    EXPECT_LT(exact_elbo(*model, other).value, found.elbo.value) << k;
  }
}

TEST(ExactSteps, FindAGaussianAtOnce) {
  const testing::Autoregression density{Vector({{1, -2, 30}}), Vector({{0.1, 1, 20}}), 0.7};
  const testing::GaussianModel model{density.mean, density.covariance().inverse()};
  const ExactSteps found = exact_steps(model, exactly_off(3), exactly_never);
  EXPECT_TRUE(found.has_converged);
  EXPECT_EQ(found.steps, 1);
  EXPECT_NEAR(found.elbo.value, 0, 1e-9);  // the density is normalised
  EXPECT_LT((found.q.mean - density.mean).norm(), 1e-9);
}

TEST(ExactSteps, GapIsThatOfDraws) {
  const std::unique_ptr<Model> model = exactly_logistic();
  Gaussian q = exact_steps(*model, exactly_off(3), exactly_never).q;
  q.mean += q.cholesky * Vector({{0.2, -0.1, 0.1}});
  q.cholesky *= 1.05;
  const ExactSteps here = exact_steps(*model, q, [] { return true; });
  EXPECT_EQ(here.q.mean, q.mean);
  EXPECT_EQ(here.steps, 0);
  EXPECT_FALSE(here.has_converged);
  const TermSet terms = testing::all_terms(*model, Structure::Dense);
  const std::unique_ptr<NaturalFamily> family = make_natural(q);
  GapEstimator estimator(*model, *family, terms, recipe_by_name("stl", 2, true), nullptr, 1, 0);
  estimator.add(400);
  const GapEstimate drawn = estimator.estimate();
  ASSERT_GT(drawn.gap, 20 * drawn.standard_error);
  EXPECT_NEAR(here.gap.gap, drawn.gap, 4 * drawn.standard_error);
  for (Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(here.gap.mean_offset[i], drawn.mean_offset[i], 4 * drawn.mean_offset_error[i]) << i;
    EXPECT_NEAR(here.gap.log_sd_offset[i], drawn.log_sd_offset[i], 4 * drawn.log_sd_offset_error[i]) << i;
  }
}

TEST(ExactSteps, NeverLowerTheElbo) {
  // From far away, where the first whole step would be too long.
  const std::unique_ptr<Model> model = exactly_logistic();
  for (const double scale : {0.01, 0.3, 3.0})
    for (const double shift : {-6.0, 0.0, 6.0}) {
      const Gaussian start = isotropic_gaussian(Structure::Dense, Vector::Constant(3, shift), scale);
      const ExactSteps found = exact_steps(*model, start, exactly_never);
      EXPECT_GE(found.elbo.value, exact_elbo(*model, start).value);
      EXPECT_TRUE(found.has_converged) << scale << " " << shift;
    }
}

TEST(ExactSteps, AreForExactMomentsAlone) {
  EXPECT_FALSE(can_step_exactly(*exactly_logistic(), isotropic_gaussian(Structure::Diagonal, Vector::Zero(3), 1)));
  EXPECT_FALSE(can_step_exactly(*make_model(testing::Autoregression{Vector::Zero(3), Vector::Ones(3), 0.5}),
                                isotropic_gaussian(Structure::Dense, Vector::Zero(3), 1)));
}

}  // namespace
}  // namespace g2t
