#include <g2t/estimators/gradient_estimator.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/recipes.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

// The recipe's gradient the long way: terms and draws one by one.
Vector weighted_sum(const Recipe& recipe, const TermSet& terms, const Family& q, const Batch& batch) {
  testing::run_terms(terms, q, batch);
  Vector sum = Vector::Zero(q.coordinate_count());
  for (Index s = 0; s < batch.draw_count(); ++s) {
    sum += testing::gradient_of_draw(terms[0], q, batch, s);
    for (std::size_t i = 0; i < recipe.weights.size(); ++i)
      sum += recipe.weights[i] *
             testing::gradient_of_draw(terms[terms.index_of(recipe.control_variates[i])], q, batch, s);
  }
  return sum / static_cast<double>(batch.draw_count());
}

class GradientEstimatorLaws : public ::testing::TestWithParam<testing::FamilyCase> {
 protected:
  static constexpr Index kDimension = 6;

  std::unique_ptr<Family> make(const Gaussian& q) const { return GetParam().make(q); }
  const testing::GaussianModel model_{Vector::LinSpaced(kDimension, -1, 2), testing::wavy_precision(kDimension)};
};

TEST_P(GradientEstimatorLaws, CombinesItsTermsLikeTheirWeightedSum) {
  const std::unique_ptr<Family> q = make(testing::wavy_gaussian(GetParam().structure, kDimension));
  const TermSet terms = testing::all_terms(model_, GetParam().structure);
  Batch batch;
  draw_batch(model_, *q, {3, Purpose::Check, 0}, 5, false, batch);
  const Recipe recipe{"rep", {"prior", "entropy", "taylor-products", "taylor"}, {0.3, -0.7, 0.2, 0.6}, 5, false};
  GradientEstimator estimator(recipe, terms);
  Vector gradient;
  estimator.evaluate(*q, batch, gradient);
  const Vector expected = weighted_sum(recipe, terms, *q, batch);

  EXPECT_LT((gradient - expected).cwiseAbs().maxCoeff(), 1e-10 * expected.cwiseAbs().maxCoeff());
}

TEST_P(GradientEstimatorLaws, CombinesPiecesLikeTheirWeightedSum) {
  testing::GaussianModel model(Vector::LinSpaced(kDimension, -1, 2), testing::wavy_precision(kDimension));
  model.with_blocks();
  const std::unique_ptr<Family> q = make(testing::wavy_gaussian(GetParam().structure, kDimension));
  for (const Split split : {Split::Parts, Split::Blocks}) {
    const TermSet terms = testing::all_pieces(model, GetParam().structure, split);
    Batch batch;
    draw_batch(model, *q, {3, Purpose::Check, 0}, 5, false, batch);
    Recipe recipe{"rep", {}, {}, 5, false};
    for (Index i = terms.size() - 1; i > 0; i -= 2) {  // not all, and not in their order
      recipe.control_variates.push_back(terms[i].name());
      recipe.weights.push_back(0.3 + std::sin(static_cast<double>(i)));
    }
    Vector gradient;
    GradientEstimator(recipe, terms).evaluate(*q, batch, gradient);
    const Vector expected = weighted_sum(recipe, terms, *q, batch);
    EXPECT_LT((gradient - expected).cwiseAbs().maxCoeff(), 1e-10 * expected.cwiseAbs().maxCoeff());
  }
}

TEST_P(GradientEstimatorLaws, StickingTheLandingIsExactlyZeroAtThePosterior) {
  // The best member of the family is the posterior itself if that is in the family.
  const Gaussian q0 = testing::wavy_gaussian(GetParam().structure, kDimension);
  const Matrix factor = dense_root(q0);
  const testing::GaussianModel posterior(q0.mean, (factor * factor.transpose()).inverse());
  const std::unique_ptr<Family> q = make(q0);
  const TermSet terms = testing::all_terms(posterior, GetParam().structure);
  Batch batch;
  draw_batch(posterior, *q, {3, Purpose::Check, 0}, 5, false, batch);
  Vector stl, rep;
  GradientEstimator(recipe_by_name("stl", 5, false), terms).evaluate(*q, batch, stl);
  GradientEstimator(recipe_by_name("rep", 5, false), terms).evaluate(*q, batch, rep);
  EXPECT_LT(stl.cwiseAbs().maxCoeff(), 1e-9 * rep.cwiseAbs().maxCoeff());
  EXPECT_GT(rep.norm(), 1);
}

TEST_P(GradientEstimatorLaws, MillerIsExactForAGaussianPosterior) {
  const std::unique_ptr<Family> q = make(testing::wavy_gaussian(GetParam().structure, kDimension));
  const TermSet terms = testing::all_terms(model_, GetParam().structure);
  Vector first, second;
  Batch batch;
  GradientEstimator miller(recipe_by_name("miller", 2, false), terms);
  draw_batch(model_, *q, {1, Purpose::Check, 0}, 2, false, batch);
  miller.evaluate(*q, batch, first);
  draw_batch(model_, *q, {2, Purpose::Check, 0}, 2, false, batch);
  miller.evaluate(*q, batch, second);
  EXPECT_LT((first - second).cwiseAbs().maxCoeff(), 1e-9 * first.cwiseAbs().maxCoeff());
}

TEST_P(GradientEstimatorLaws, RefusesTermsThatTheSetLacks) {
  const TermSet terms(make_base_term());
  EXPECT_THROW(GradientEstimator(recipe_by_name("stl", 2, false), terms), InvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(All, GradientEstimatorLaws, ::testing::ValuesIn(testing::family_cases()), testing::case_name);

}  // namespace
}  // namespace g2t
