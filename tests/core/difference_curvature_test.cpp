// Differences of scores against second derivatives that are known.
#include "../support/gaussians.hpp"

#include <cmath>
#include <g2t/core/difference_curvature.hpp>
#include <gtest/gtest.h>

namespace g2t {
namespace {

const Matrix kPrecision{{2, 0.5, 0}, {0.5, 1, -0.3}, {0, -0.3, 4}};

TEST(DifferenceCurvature, IsExactForQuadraticsButForRounding) {
  const testing::GaussianModel model(Vector({{1, -2, 0.5}}), kPrecision);
  const DifferenceCurvature curvature(model);
  const Vector far = Vector({{300, -20, 7}});
  Matrix hessian, products;
  Vector diagonal;
  curvature.hessian(far, hessian);
  EXPECT_LT((hessian + kPrecision).cwiseAbs().maxCoeff(), 1e-7);
  curvature.hessian_diagonal(far, diagonal);
  EXPECT_LT((diagonal + kPrecision.diagonal()).cwiseAbs().maxCoeff(), 1e-7);
  const Matrix vectors{{1e-6, 2e-6, -1e-6}, {0, 0, 0}, {1e5, 0, 2e5}};  // each has steps of its own length
  curvature.hessian_times(far, vectors, products);
  EXPECT_LT((products.row(0) + vectors.row(0) * kPrecision).norm(), 1e-7 * vectors.row(0).norm());
  EXPECT_EQ(products.row(1), Matrix::Zero(1, 3));
  EXPECT_LT((products.row(2) + vectors.row(2) * kPrecision).norm(), 1e-7 * vectors.row(2).norm());
}

}  // namespace
}  // namespace g2t
