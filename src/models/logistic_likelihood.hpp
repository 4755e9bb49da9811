// The likelihood of logistic regression, without its prior.
#pragma once

#include <g2t/models/logistic.hpp>
#include <g2t/models/posterior.hpp>
#include <utility>
#include <vector>

#include "models/logistic_design.hpp"

namespace g2t {

/// Sum over rows of log sigmoid(sign * margin); columns are parameters, 0 the intercept if there is one.
class LogisticLikelihood final : public Likelihood {
 public:
  /// @param dimension  of the model, at least the parameters of the design
  LogisticLikelihood(LogisticDesign design, Index dimension) : design_(std::move(design)), dimension_(dimension) {}

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
  // A row's parameters and their values.
  struct Entries {
    std::vector<Index> columns;
    std::vector<double> values;
  };
  void read(Index row, Entries& out) const;
  [[nodiscard]] double linear(Index row, const Vector& point) const;
  // Adds weight * x x^T of a row to the lower triangle below the diagonal.
  static void add_outer_product(const Entries& entries, double weight, Matrix& lower);
  // Whether gram_of() is to be had: of a dense design.
  [[nodiscard]] bool has_gram() const;
  // The sum over rows of weight x x^T, [design's parameters]^2.
  [[nodiscard]] Matrix gram_of(const Vector& weights) const;
  // d^2 log likelihood / d margin^2 of every row.
  [[nodiscard]] Vector row_curvatures(const Vector& point) const;

  LogisticDesign design_;
  Index dimension_;
};

}  // namespace g2t
