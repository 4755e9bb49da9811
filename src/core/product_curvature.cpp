// Products with the unit vectors, made symmetric.
#include <g2t/core/product_curvature.hpp>

namespace g2t {

void ProductCurvature::hessian(const Vector& point, Matrix& out) const {
  Matrix products;
  hessian_times(point, Matrix::Identity(point.size(), point.size()), products);
  out = 0.5 * (products + products.transpose());
}

void ProductCurvature::hessian_diagonal(const Vector& point, Vector& out) const {
  Matrix products;
  hessian_times(point, Matrix::Identity(point.size(), point.size()), products);
  out = products.diagonal();
}

}  // namespace g2t
