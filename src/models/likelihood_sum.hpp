// A likelihood as the sum of those of parts of the rows, taken by several threads.
#pragma once

#include <g2t/models/posterior.hpp>
#include <memory>
#include <vector>

namespace g2t {

/// Parts are added up in groups and the groups in their order, so that results do not depend on the number of threads, which
/// is that of the ThreadScope.
class LikelihoodSum final : public Likelihood {
 public:
  /// @pre there is a part, and all have the same dimension
  explicit LikelihoodSum(std::vector<std::unique_ptr<Likelihood>> parts) : parts_(std::move(parts)) {}

  [[nodiscard]] Index dimension() const override { return parts_.front()->dimension(); }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override;
  void add_density(const Matrix& draws, Vector& log_density) const override;
  void add_hessian(const Vector& point, Matrix& out) const override;
  void add_hessian_diagonal(const Vector& point, Vector& out) const override;
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  [[nodiscard]] bool supports(Structure structure) const override { return parts_.front()->supports(structure); }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override;
  [[nodiscard]] Index lane_width() const override { return parts_.front()->lane_width(); }

 private:
  // Calls add(part, sum) for every part of a group, whose sum begins as `zero`, and fold(sum) for the groups in their order.
  // There are as many groups as hold `size` numbers each in some memory.
  template <class Sum, class Add, class Fold>
  void add_in_groups(Index size, const Sum& zero, const Add& add, const Fold& fold) const;

  std::vector<std::unique_ptr<Likelihood>> parts_;
};

/// The only part, or the sum of all.
std::unique_ptr<Likelihood> sum_of(std::vector<std::unique_ptr<Likelihood>> parts);

}  // namespace g2t
