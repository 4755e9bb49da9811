// The variance of a sample.
#pragma once

#include <Eigen/Core>
#include <limits>

namespace g2t {

/// About the sample's mean, by n - 1; NaN of fewer than two values.
inline double sample_variance(const Eigen::Ref<const Eigen::ArrayXd>& values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  return (values - values.mean()).square().sum() / static_cast<double>(values.size() - 1);
}

}  // namespace g2t
