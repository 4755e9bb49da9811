// Second derivatives of a model that offers products of its Hessian with vectors.
#pragma once

#include <g2t/core/model.hpp>

namespace g2t {

/// Hessian and diagonal by hessian_times(): d products each.
class ProductCurvature : public Curvature {
 public:
  void hessian(const Vector& point, Matrix& out) const override;
  void hessian_diagonal(const Vector& point, Vector& out) const override;
};

}  // namespace g2t
