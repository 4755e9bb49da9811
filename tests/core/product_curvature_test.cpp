// What is made of products of a Hessian with vectors.
#include <g2t/core/product_curvature.hpp>
#include <gtest/gtest.h>

namespace g2t {
namespace {

/// Products with a matrix whose two triangles differ, as rounding would leave them.
struct Products final : ProductCurvature {
  void hessian_times(const Vector&, const Matrix& vectors, Matrix& products) const override {
    products = vectors * Matrix{{-2, 1}, {0.5, -3}};
  }
};

TEST(ProductCurvature, HessianIsTheSymmetricPartOfTheProducts) {
  Matrix hessian;
  Products().hessian(Vector::Zero(2), hessian);
  EXPECT_EQ(hessian, (Matrix{{-2, 0.75}, {0.75, -3}}));
}

TEST(ProductCurvature, DiagonalIsThatOfTheProducts) {
  Vector diagonal;
  Products().hessian_diagonal(Vector::Zero(2), diagonal);
  EXPECT_EQ(diagonal, (Vector{{-2, -3}}));
}

}  // namespace
}  // namespace g2t
