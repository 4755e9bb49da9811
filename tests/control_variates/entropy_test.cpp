#include <g2t/control_variates/entropy.hpp>

#include <g2t/estimators/draw_batch.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

// docs/theory/estimators.md: c1 = ( -xi/s ; (1 - xi^2)/s ) in (m ; s).
TEST(Entropy, IsTheWrittenOutFormulaInMeanField) {
  const Gaussian gaussian = testing::wavy_gaussian(Structure::Diagonal, 4);
  const std::unique_ptr<Family> q = make_mean_field(gaussian, ScaleCoordinate::Scale);
  const testing::GaussianModel model(Vector::Zero(4), Matrix::Identity(4, 4));
  const TermSet terms = testing::all_terms(model, Structure::Diagonal);
  Batch batch;
  draw_batch(model, *q, {1, Purpose::Check, 0}, 3, false, batch);
  testing::run_terms(terms, *q, batch);
  for (Index s = 0; s < 3; ++s) {
    const Eigen::ArrayXd xi = batch.normals.row(s).transpose().array();
    Vector expected(8);
    expected << -xi / gaussian.scale.array(), (1 - xi.square()) / gaussian.scale.array();
    EXPECT_LT((testing::gradient_of_draw(terms[terms.index_of("entropy")], *q, batch, s) - expected).norm(),
              1e-12 * expected.norm());
  }
}

// docs/theory/estimators.md: c1 = ( -L^-T xi ; diag(1/L_ii) - tril(L^-T xi xi') ).
TEST(Entropy, IsTheWrittenOutFormulaInFullRank) {
  const Gaussian gaussian = testing::wavy_gaussian(Structure::Dense, 3);
  const std::unique_ptr<Family> q = make_full_rank(gaussian);
  const testing::GaussianModel model(Vector::Zero(3), Matrix::Identity(3, 3));
  const TermSet terms = testing::all_terms(model, Structure::Dense);
  Batch batch;
  draw_batch(model, *q, {1, Purpose::Check, 0}, 1, false, batch);
  testing::run_terms(terms, *q, batch);
  const Vector xi = batch.normals.row(0);
  const Vector solved = gaussian.cholesky.transpose().triangularView<Eigen::Upper>().solve(xi);
  const Matrix outer = solved * xi.transpose();
  Vector expected(9);
  expected << -solved, 1 / gaussian.cholesky(0, 0) - outer(0, 0), -outer(1, 0), -outer(2, 0),
      1 / gaussian.cholesky(1, 1) - outer(1, 1), -outer(2, 1), 1 / gaussian.cholesky(2, 2) - outer(2, 2);
  EXPECT_LT((testing::gradient_of_draw(terms[terms.index_of("entropy")], *q, batch, 0) - expected).norm(),
            1e-12 * expected.norm());
}

}  // namespace
}  // namespace g2t
