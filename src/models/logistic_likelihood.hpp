// The likelihood of logistic regression, without its prior.
#pragma once

#include <g2t/models/logistic.hpp>
#include <g2t/models/posterior.hpp>
#include <vector>

namespace g2t {

/// Sum over rows of log sigmoid(sign * margin); columns are parameters, 0 the intercept if there is one.
class LogisticLikelihood final : public Likelihood {
 public:
  /// @pre the data are valid
  explicit LogisticLikelihood(const LogisticData& data);

  [[nodiscard]] Index dimension() const override { return dimension_; }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override;
  void add_hessian(const Vector& point, Matrix& out) const override;
  void add_hessian_diagonal(const Vector& point, Vector& out) const override;
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  [[nodiscard]] bool supports(Structure) const override { return true; }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override;
  [[nodiscard]] Index lane_width() const override;

 private:
  [[nodiscard]] Index row_count() const { return static_cast<Index>(sign_.size()); }
  [[nodiscard]] double linear(Index row, const Vector& point) const;
  [[nodiscard]] double value(std::size_t entry) const { return value_.empty() ? 1.0 : value_[entry]; }
  // Calls function(column, value) for the row's nonzeros, the intercept first, columns rising.
  template <class Function>
  void for_each(Index row, Function function) const;
  // Adds weight * x x^T of a row to the lower triangle below the diagonal.
  void add_outer_product(Index row, double weight, Matrix& lower) const;
  // d^2 log likelihood / d margin^2 of every row.
  [[nodiscard]] Vector row_curvatures(const Vector& point) const;

  Index dimension_ = 0;
  bool has_intercept_ = false;
  std::vector<Index> start_;
  std::vector<std::int32_t> column_;  // rising within a row
  std::vector<double> value_;         // empty if all are 1
  std::vector<double> sign_;
};

}  // namespace g2t
