// A log density times a factor: below 1 it is wider, and peaks without volume lose their pull.
#pragma once

#include <g2t/core/model.hpp>

#include <string>
#include <utility>
#include <vector>

namespace g2t {

class TemperedModel final : public Model {
 public:
  /// @param model  must outlive it
  explicit TemperedModel(const Model& model) : model_(model) {}

  void set_factor(double factor) { factor_ = factor; }

  [[nodiscard]] Index dimension() const override { return model_.dimension(); }
  [[nodiscard]] std::vector<std::string> parameter_names() const override { return model_.parameter_names(); }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    model_.evaluate(draws, out);
    out.log_density *= factor_;
    out.score *= factor_;
  }
  [[nodiscard]] const Curvature* curvature() const override { return nullptr; }
  [[nodiscard]] const Expectation* expectation() const override { return nullptr; }
  [[nodiscard]] const Model* prior() const override { return nullptr; }
  [[nodiscard]] Index lane_width() const override { return model_.lane_width(); }
  [[nodiscard]] Index part_count() const override { return model_.part_count(); }
  [[nodiscard]] bool is_thread_safe() const override { return model_.is_thread_safe(); }
  [[nodiscard]] std::string shared_state() const override { return model_.shared_state(); }

 private:
  const Model& model_;
  double factor_ = 1;
};

}  // namespace g2t
