#include <g2t/estimators/base_term.hpp>

#include <g2t/estimators/draw_batch.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

class BaseTermLaws : public ::testing::TestWithParam<testing::FamilyCase> {};

TEST_P(BaseTermLaws, IsUnbiasedForTheElbo) {
  const Index d = 4;
  const testing::GaussianModel model(Vector::LinSpaced(d, -1, 1), testing::wavy_precision(d));
  const std::unique_ptr<Family> q = GetParam().make(testing::wavy_gaussian(GetParam().structure, d));
  ExpectedLogDensity expected;
  model.expect(q->gaussian(), expected);
  ExpectedScore score;
  score.mean = expected.score;
  score.own_score_weight = -1;
  if (GetParam().structure == Structure::LowRank) {
    score.seen_diagonal = expected.hessian_diagonal;
    score.seen_products = expected.hessian_products;
  } else if (expected.hessian.size() > 0) {
    score.dense = expected.hessian;
  } else {
    score.diagonal = expected.hessian_diagonal;
  }
  Vector exact;
  q->expected_pull_back(score, exact);

  constexpr Index kDraws = 20000;
  const TermSet terms(make_base_term());
  Batch batch;
  draw_batch(model, *q, {1, Purpose::Check, 1}, kDraws, false, batch);
  testing::run_terms(terms, *q, batch);
  Matrix gradients(kDraws, q->coordinate_count());
  for (Index s = 0; s < kDraws; ++s) gradients.row(s) = testing::gradient_of_draw(terms[0], *q, batch, s);
  const Eigen::RowVectorXd mean = gradients.colwise().mean();
  const Eigen::RowVectorXd se =
      ((gradients.rowwise() - mean).colwise().squaredNorm() / (kDraws - 1.0) / kDraws).cwiseSqrt();
  for (Index k = 0; k < exact.size(); ++k) EXPECT_NEAR(mean[k], exact[k], 4.5 * se[k]) << k;
}

INSTANTIATE_TEST_SUITE_P(All, BaseTermLaws, ::testing::ValuesIn(testing::family_cases()), testing::case_name);

}  // namespace
}  // namespace g2t
