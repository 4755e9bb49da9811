// c2: the score of a second-order Taylor expansion of the log density at q's mean.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/core/term.hpp>

#include <memory>

namespace g2t {

/// Gradient and Hessian at q's mean, and g0 + H (z - m) at the draws: shared by the terms below.
class TaylorExpansion final : public Work {
 public:
  /// @param model  must outlive the expansion
  /// @throws InvalidArgument if the model has no curvature
  explicit TaylorExpansion(const Model& model);

  void prepare(const Family& q) override;
  void evaluate(const Family& q, const Batch& batch) override;

  [[nodiscard]] const Vector& gradient() const { return gradient_; }
  /// Valid after prepare with a dense family.
  [[nodiscard]] const Matrix& hessian() const { return hessian_; }
  /// [draw_count x dimension], g0 + H (z - m).
  [[nodiscard]] const Matrix& approximation() const { return approximation_; }
  [[nodiscard]] const Model& model() const { return model_; }

 private:
  const Model& model_;
  Vector gradient_;
  Matrix hessian_, displacement_, approximation_;
  Evaluation at_mean_;
};

/// "taylor": v = g0 + H (z - m) in both parts of the gradient.
/// Source: Geffner & Domke (2020), c2; Miller et al. (2017).
std::unique_ptr<Term> make_taylor_term(TaylorExpansion& expansion);

/// "taylor-products": the same for the mean, v = g0 for the scale, which needs no diagonal of the Hessian.
std::unique_ptr<Term> make_taylor_products_term(TaylorExpansion& expansion);

}  // namespace g2t
