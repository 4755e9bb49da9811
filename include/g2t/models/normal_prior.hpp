// Priors made of independent normal blocks, with known or unknown scales.
#pragma once

#include <g2t/core/model.hpp>
#include <string>
#include <vector>

namespace g2t {

/// Parameters first, ..., first + size - 1 are N(mean, scale^2).
struct NormalBlock {
  Index first = 0;
  Index size = 0;
  double scale = 1;
  double mean = 0;
};

/// Parameters first, ..., first + size - 1 are N(0, exp(2 l)), where l is the parameter at index log_scale.
struct GroupBlock {
  Index first = 0;
  Index size = 0;
  Index log_scale = 0;
};

/// A product of normal blocks; every parameter is in exactly one of them.
///
/// Offers every ability, the expectation for both structures. An expected Hessian is diagonal unless there are
/// group blocks.
class NormalPrior final : public Model, private Curvature, private Expectation {
 public:
  /// @throws InvalidArgument if the blocks do not cover the parameters once each, a scale is not positive and
  ///         finite, a mean is not finite, or the log scale of a group is not in a NormalBlock
  NormalPrior(std::vector<std::string> parameter_names, std::vector<NormalBlock> normals,
              std::vector<GroupBlock> groups = {});

  [[nodiscard]] Index dimension() const override { return static_cast<Index>(names_.size()); }
  [[nodiscard]] std::vector<std::string> parameter_names() const override { return names_; }
  void evaluate(const Matrix& draws, Evaluation& out) const override;
  [[nodiscard]] const Curvature* curvature() const override { return this; }
  [[nodiscard]] const Expectation* expectation() const override { return this; }
  [[nodiscard]] const Model* prior() const override { return nullptr; }
  [[nodiscard]] Index lane_width() const override { return 1; }
  [[nodiscard]] bool is_thread_safe() const override { return true; }

  // The same, added to what is there already; see models/posterior.hpp.
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const;
  void add_density(const Matrix& draws, Vector& log_density) const;
  void add_hessian(const Vector& point, Matrix& out) const;
  void add_hessian_diagonal(const Vector& point, Vector& out) const;
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const;
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const;

 private:
  // A score that is null is left out.
  void add_to(const Matrix& draws, Vector& log_density, Matrix* score) const;
  void hessian(const Vector& point, Matrix& out) const override;
  void hessian_diagonal(const Vector& point, Vector& out) const override;
  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  [[nodiscard]] bool supports(Structure) const override { return true; }
  void expect(const Gaussian& q, ExpectedLogDensity& out) const override;

  std::vector<std::string> names_;
  std::vector<NormalBlock> normals_;
  std::vector<GroupBlock> groups_;
};

}  // namespace g2t
