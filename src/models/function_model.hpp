// Functions as a Model: their outputs are checked, what fails is counted.
#pragma once

#include <g2t/core/product_curvature.hpp>
#include <g2t/models/struct_model.hpp>

namespace g2t::models {

class FunctionModel final : public Model, private ProductCurvature, private RowSums {
 public:
  /// @pre dimension, names, prior and density are as make_model() checks them
  explicit FunctionModel(ModelFunctions functions);

  Index dimension() const override { return functions_.dimension; }
  std::vector<std::string> parameter_names() const override { return *functions_.parameter_names; }
  const Curvature* curvature() const override { return has_hessian_products_ ? this : nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return functions_.prior ? &*functions_.prior : nullptr; }
  const RowSums* row_sums() const override { return functions_.of_rows ? this : nullptr; }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return functions_.is_thread_safe; }

  void evaluate(const Matrix& draws, Evaluation& out) const override;
  void log_densities(const Matrix& draws, Vector& out) const override;

 private:
  Index row_count() const override { return functions_.row_count; }
  RowSample sample(Index rows, std::uint64_t seed) const override;
  void evaluate_draw_by_draw(const Matrix& draws, Evaluation& out) const;
  void evaluate_batch(const Matrix& draws, Evaluation& out) const;
  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  // False if it throws, whatever it is; that is counted so many times.
  template <class Call>
  bool succeeds(const Call& call, Index failure_count) const;

  ModelFunctions functions_;
  bool has_hessian_products_;
};

}  // namespace g2t::models
