#include <g2t/control_variates/prior.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/estimators/draw_batch.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

// docs/theory/estimators.md: c3 of a standard normal prior, ( -s xi ; -(m xi + s xi^2 - s) ) and
// ( -L xi ; L - tril(z xi') ).
TEST(Prior, IsTheWrittenOutFormulaForAStandardNormalPrior) {
  const Index d = 3;
  const testing::GaussianModel model(Vector::Ones(d), testing::wavy_precision(d));
  for (const testing::FamilyCase& family : testing::family_cases()) {
    if (family.name == "mean_field_log_scale" || !family.is_flat) continue;
    const Gaussian gaussian = testing::wavy_gaussian(family.structure, d);
    const std::unique_ptr<Family> q = family.make(gaussian);
    const TermSet terms = testing::all_terms(model, family.structure);
    Batch batch;
    draw_batch(model, *q, {1, Purpose::Check, 0}, 2, false, batch);
    testing::run_terms(terms, *q, batch);
    for (Index s = 0; s < 2; ++s) {
      const Vector xi = batch.normals.row(s), z = batch.draws.row(s);
      Vector expected(q->coordinate_count());
      if (family.structure == Structure::Diagonal) {
        const Eigen::ArrayXd x = xi.array(), m = gaussian.mean.array(), scale = gaussian.scale.array();
        expected << -scale * x, -(m * x + scale * x.square() - scale);
      } else {
        const Matrix l = gaussian.cholesky, lower = l - z * xi.transpose();
        expected << -l * xi, lower(0, 0), lower(1, 0), lower(2, 0), lower(1, 1), lower(2, 1), lower(2, 2);
      }
      EXPECT_LT((testing::gradient_of_draw(terms[terms.index_of("prior")], *q, batch, s) - expected).norm(),
                1e-12 * expected.norm())
          << family.name;
    }
  }
}

// At mean 0 and scale sigma I with an N(0, v I) prior c3 = (sigma^2 / v) c1 exactly.
TEST(Prior, IsProportionalToTheEntropyTermAtAnIsotropicStart) {
  const Index d = 4;
  const testing::GaussianModel model(Vector::Ones(d), testing::wavy_precision(d));
  for (const testing::FamilyCase& family : testing::family_cases()) {
    const std::unique_ptr<Family> q = family.make(isotropic_gaussian(family.structure, Vector::Zero(d), 0.1));
    const TermSet terms = testing::all_terms(model, family.structure);
    Batch batch;
    draw_batch(model, *q, {1, Purpose::Check, 0}, 2, false, batch);
    testing::run_terms(terms, *q, batch);
    const Vector entropy = testing::gradient_of_draw(terms[terms.index_of("entropy")], *q, batch, 1);
    const Vector prior = testing::gradient_of_draw(terms[terms.index_of("prior")], *q, batch, 1);
    EXPECT_LT((prior - 0.01 * entropy).norm(), 1e-12 * prior.norm()) << family.name;
  }
}

}  // namespace
}  // namespace g2t
