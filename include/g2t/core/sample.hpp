// The variance and the covariance of a sample.
#pragma once

#include <Eigen/Core>
#include <g2t/core/types.hpp>
#include <limits>

namespace g2t {

/// About the sample's mean, by n - 1; NaN of fewer than two values.
inline double sample_variance(const Eigen::Ref<const Eigen::ArrayXd>& values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  return (values - values.mean()).square().sum() / static_cast<double>(values.size() - 1);
}

/// Of the rows, [n x dimension], about their mean, by n - 1; NaN of fewer than two rows.
inline Matrix sample_covariance(const Matrix& rows) {
  if (rows.rows() < 2) return Matrix::Constant(rows.cols(), rows.cols(), std::numeric_limits<double>::quiet_NaN());
  const Matrix centred = rows.rowwise() - rows.colwise().mean();
  return centred.transpose() * centred / static_cast<double>(rows.rows() - 1);
}

}  // namespace g2t
