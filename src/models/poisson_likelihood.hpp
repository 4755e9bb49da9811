// The likelihood of hierarchical Poisson regression, without its prior.
#pragma once

#include <cstdint>
#include <g2t/models/poisson.hpp>
#include <g2t/models/posterior.hpp>
#include <span>
#include <vector>

#include "kernels/poisson_rows.h"

namespace g2t {

/// Sum over rows of count * log rate - rate - log count!.
class PoissonLikelihood final : public Likelihood {
 public:
  /// @pre the data are valid
  explicit PoissonLikelihood(const PoissonData& data);

  [[nodiscard]] Index dimension() const override { return dimension_; }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override;
  void add_density(const Matrix& draws, Vector& log_density) const override;
  void add_hessian(const Vector& point, Matrix& out) const override;
  void add_hessian_diagonal(const Vector& point, Vector& out) const override;
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  [[nodiscard]] bool supports(Structure) const override { return true; }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override;
  [[nodiscard]] Index lane_width() const override;

 private:
  [[nodiscard]] kernels::PoissonRows kernel_rows() const;
  [[nodiscard]] Index row_count() const { return static_cast<Index>(count_.size()); }
  // The parameters of the row's levels; mu, parameter 0, comes on top.
  [[nodiscard]] std::span<const std::int32_t> columns(Index row) const;
  [[nodiscard]] double log_rate(Index row, const Vector& point) const;
  void add_to_diagonal(Index row, double weight, Vector& diagonal) const;
  void add_to_off_diagonal(Index row, double weight, Matrix& out) const;

  Index dimension_ = 0;
  std::size_t grouping_count_ = 0;
  std::vector<std::int32_t> column_;  // [rows][groupings]
  std::vector<double> count_;
  std::vector<double> log_exposure_;  // empty if there is none
  double log_factorials_ = 0;
};

}  // namespace g2t
