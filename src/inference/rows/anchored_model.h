// A sample's log density, corrected by a parabola so that at one point it has value, gradient and Hessian of all rows.
#pragma once

#include <g2t/core/model.hpp>

namespace g2t {

/// Value, gradient and Hessian of a log density at a point.
struct Anchor {
  Vector point;  ///< [dimension]
  double log_density = 0;
  Vector gradient;  ///< [dimension]
  Matrix hessian;   ///< [dimension x dimension]

  [[nodiscard]] bool is_finite() const;
};

/// @pre the model has a curvature
Anchor anchor_at(const Model& model, const Vector& point);

/// What is left to the sample are the remainders of its rows beyond second order: near the anchor, where a posterior of many
/// rows lies, they are small, and so is the error of taking some rows for all.
/// Source: control variates at a mode as in Baker, Fearnhead, Fox and Nemeth (2019), "Control variates for stochastic gradient
/// MCMC", with second derivatives, for values as well as gradients.
class AnchoredModel final : public Model, private Curvature, private Expectation {
 public:
  /// @param all     whose names, prior and quantities count
  /// @param sample  an estimate of its log density
  /// @param anchor  of all rows
  /// All must outlive it.
  AnchoredModel(const Model& all, const Model& sample, const Anchor& anchor);

  [[nodiscard]] Index dimension() const override { return all_.dimension(); }
  [[nodiscard]] std::vector<std::string> parameter_names() const override { return all_.parameter_names(); }
  void evaluate(const Matrix& draws, Evaluation& out) const override;
  void log_densities(const Matrix& draws, Vector& out) const override;
  [[nodiscard]] const Curvature* curvature() const override { return this; }
  [[nodiscard]] const Expectation* expectation() const override {
    return sample_.expectation() == nullptr ? nullptr : this;
  }
  [[nodiscard]] const Model* prior() const override { return all_.prior(); }
  [[nodiscard]] const Quantities* quantities() const override { return all_.quantities(); }
  [[nodiscard]] Index lane_width() const override { return sample_.lane_width(); }
  [[nodiscard]] Index part_count() const override { return sample_.part_count(); }
  [[nodiscard]] bool is_thread_safe() const override { return sample_.is_thread_safe(); }

 private:
  void hessian(const Vector& point, Matrix& out) const override;
  void hessian_diagonal(const Vector& point, Vector& out) const override;
  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  [[nodiscard]] bool supports(Structure structure) const override { return sample_.expectation()->supports(structure); }
  void expect(const Gaussian& q, ExpectedLogDensity& out) const override;
  // The parabola at the draws, and its gradients.
  void correct(const Matrix& draws, Vector& values, Matrix* gradients) const;

  const Model& all_;
  const Model& sample_;
  Anchor correction_;  // that of all rows less that of the sample
};

}  // namespace g2t
