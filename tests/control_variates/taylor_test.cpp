#include <g2t/control_variates/taylor.hpp>

#include <g2t/estimators/draw_batch.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

// docs/theory/estimators.md: c2 = ( -H(s xi) ; diag(H) s - (g0 + H(s xi)) xi ) and
// ( -H L xi ; tril(H L) - tril((g0 + H L xi) xi') ).
TEST(Taylor, IsTheWrittenOutFormula) {
  const Index d = 3;
  const testing::GaussianModel model(Vector::Ones(d), testing::wavy_precision(d));
  const Matrix h = -testing::wavy_precision(d);
  for (const testing::FamilyCase& family : testing::family_cases()) {
    if (family.name == "mean_field_log_scale" || !family.is_flat) continue;
    const Gaussian gaussian = testing::wavy_gaussian(family.structure, d);
    const std::unique_ptr<Family> q = family.make(gaussian);
    const TermSet terms = testing::all_terms(model, family.structure);
    Batch batch;
    draw_batch(model, *q, {1, Purpose::Check, 0}, 2, false, batch);
    testing::run_terms(terms, *q, batch);
    const Vector xi = batch.normals.row(1), step = Vector(batch.draws.row(1)) - gaussian.mean,
                 g0 = h * (gaussian.mean - Vector::Ones(d)), hz = h * step;
    Vector full(q->coordinate_count()), products(q->coordinate_count());
    if (family.structure == Structure::Diagonal) {
      full << -hz, (h.diagonal().cwiseProduct(gaussian.scale) - (g0 + hz).cwiseProduct(xi));
      products << -hz, -g0.cwiseProduct(xi);
    } else {
      const Matrix lower = h * gaussian.cholesky - (g0 + hz) * xi.transpose(), constant = -g0 * xi.transpose();
      full << -hz, lower(0, 0), lower(1, 0), lower(2, 0), lower(1, 1), lower(2, 1), lower(2, 2);
      products << -hz, constant(0, 0), constant(1, 0), constant(2, 0), constant(1, 1), constant(2, 1), constant(2, 2);
    }
    EXPECT_LT((testing::gradient_of_draw(terms[terms.index_of("taylor")], *q, batch, 1) - full).norm(),
              1e-11 * full.norm())
        << family.name;
    EXPECT_LT((testing::gradient_of_draw(terms[terms.index_of("taylor-products")], *q, batch, 1) - products).norm(),
              1e-11 * products.norm())
        << family.name;
  }
}

TEST(Taylor, ProductsVanishInAntitheticPairs) {
  const testing::GaussianModel model(Vector::Ones(3), testing::wavy_precision(3));
  const std::unique_ptr<Family> q = make_full_rank(testing::wavy_gaussian(Structure::Dense, 3));
  const TermSet terms = testing::all_terms(model, Structure::Dense);
  Batch batch;
  draw_batch(model, *q, {1, Purpose::Check, 0}, 2, true, batch);
  testing::run_terms(terms, *q, batch);
  const Term& products = terms[terms.index_of("taylor-products")];
  const Vector first = testing::gradient_of_draw(products, *q, batch, 0);
  EXPECT_LT((first + testing::gradient_of_draw(products, *q, batch, 1)).norm(), 1e-12 * first.norm());
}

}  // namespace
}  // namespace g2t
