// A likelihood as the sum of those of parts of the rows, taken by several threads.
#pragma once

#include <g2t/models/posterior.hpp>
#include <memory>
#include <vector>

namespace g2t {

/// The likelihood of some rows.
struct LikelihoodPart {
  std::shared_ptr<const Likelihood> likelihood;
  Index rows = 0;
};

/// A weight times the sum. Parts are added up in groups and the groups in their order, so that results do not depend on the
/// number of threads, which is that of the ThreadScope.
class LikelihoodSum final : public Likelihood {
 public:
  /// @param stripes  parts that windows of the rows have, but for the last; 0: they cannot be sampled
  /// @pre there is a part, and all have the same dimension
  explicit LikelihoodSum(std::vector<LikelihoodPart> parts, Index stripes = 0, double weight = 1)
      : parts_(std::move(parts)), stripes_(stripes), weight_(weight) {}

  [[nodiscard]] Index dimension() const override { return parts_.front().likelihood->dimension(); }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override;
  void add_density(const Matrix& draws, Vector& log_density) const override;
  void add_hessian(const Vector& point, Matrix& out) const override;
  void add_hessian_diagonal(const Vector& point, Vector& out) const override;
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  [[nodiscard]] bool supports(Structure structure) const override { return parts_.front().likelihood->supports(structure); }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override;
  [[nodiscard]] Index lane_width() const override { return parts_.front().likelihood->lane_width(); }
  [[nodiscard]] Index part_count() const override { return static_cast<Index>(parts_.size()); }
  [[nodiscard]] Index row_count() const override;
  [[nodiscard]] std::unique_ptr<Likelihood> sample(Index& rows, std::uint64_t seed) const override;

 private:
  // Calls add(part, sum) for every part of a group, whose sum begins as `zero`, and fold(sum) for the groups in their order.
  // There are as many groups as hold `size` numbers each in some memory.
  template <class Sum, class Add, class Fold>
  void add_in_groups(Index size, const Sum& zero, const Add& add, const Fold& fold) const;

  [[nodiscard]] Index all_rows() const;

  std::vector<LikelihoodPart> parts_;
  Index stripes_;
  double weight_;
};

}  // namespace g2t
