// Second derivatives as central differences of a model's score.
#pragma once

#include <g2t/core/product_curvature.hpp>

namespace g2t {

/// Each product of the Hessian with a vector takes two evaluations of the model; hessian() and hessian_diagonal() take
/// 2 d. The step is kDifferenceStep times max(1, |point|) in the maximum norm, and exact for quadratics but for rounding.
class DifferenceCurvature : public ProductCurvature {
 public:
  explicit DifferenceCurvature(const Model& model) : model_(model) {}

  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;

 private:
  const Model& model_;
};

/// The cube root of the double's epsilon balances the error of the third derivative with that of rounding.
inline constexpr double kDifferenceStep = 6e-6;

}  // namespace g2t
