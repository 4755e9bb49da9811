// Logistic regression as users would write it, with all that a struct may offer: by points, and by batches.
#pragma once

#include <g2t/models/logistic.hpp>
#include <support/targets_regression.hpp>

namespace g2t::testing {

/// The same density as make_logistic(data, prior_sd), one point at a time.
struct OwnLogistic : LogisticRegression {
  OwnLogistic(const LogisticData& data, double sd) : LogisticRegression{{}, {}, sd} {
    const SparseRows& rows = data.rows;
    const Index first = data.intercept ? 1 : 0;
    features = Matrix::Zero(rows.rows(), first + rows.columns);
    if (data.intercept) features.col(0).setOnes();
    signs.resize(rows.rows());
    for (Index row = 0; row < rows.rows(); ++row) {
      const std::size_t r = static_cast<std::size_t>(row);
      signs[row] = data.positive[r] != 0 ? 1 : -1;
      for (std::size_t k = static_cast<std::size_t>(rows.start[r]); k < static_cast<std::size_t>(rows.start[r + 1]);
           ++k)
        features(row, first + rows.column[k]) = rows.value[k];
    }
    names = make_logistic(data)->parameter_names();
  }

  std::vector<std::string> parameter_names() const { return names; }
  bool is_thread_safe() const { return true; }
  NormalPrior prior() const { return {names, {{.first = 0, .size = dimension(), .scale = prior_sd}}}; }
  /// Rows' minus second derivatives with respect to the margin, [row_count].
  Vector weights(const Vector& w) const {
    const Eigen::ArrayXd half = 0.5 * (features * w).array();
    return 0.25 * half.cosh().square().inverse();
  }
  void hessian_times(const Vector& w, const Vector& v, Vector& product) const {
    product = -features.transpose() * weights(w).cwiseProduct(features * v) - v / (prior_sd * prior_sd);
  }

  std::vector<std::string> names;
};

/// The same, by batches.
struct OwnLogisticBatch {
  OwnLogistic points;

  Index dimension() const { return points.dimension(); }
  std::vector<std::string> parameter_names() const { return points.names; }
  bool is_thread_safe() const { return true; }
  NormalPrior prior() const { return points.prior(); }

  void log_density(const Matrix& draws, Vector& values, Matrix& gradients) const {
    log_densities(draws, values);
    const Matrix margins = points.signs.asDiagonal() * points.features * draws.transpose();
    const Matrix tails = (1 + margins.array().exp()).inverse();
    gradients = tails.transpose() * points.signs.asDiagonal() * points.features;
    Vector ignored = Vector::Zero(draws.rows());
    prior().add(draws, ignored, gradients);
  }
  void log_densities(const Matrix& draws, Vector& values) const {
    const Matrix margins = points.signs.asDiagonal() * points.features * draws.transpose();
    values = -(-margins).array().exp().log1p().colwise().sum().transpose();
    Matrix ignored = Matrix::Zero(draws.rows(), draws.cols());
    prior().add(draws, values, ignored);
  }
  void hessian_times(const Vector& w, const Matrix& vectors, Matrix& products) const {
    products = -vectors * points.features.transpose() * points.weights(w).asDiagonal() * points.features;
    prior().add_hessian_times(w, vectors, products);
  }
};

}  // namespace g2t::testing
