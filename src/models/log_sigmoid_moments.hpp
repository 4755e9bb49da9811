// Gaussian expectations of log sigmoid and its first two derivatives.
#pragma once

namespace g2t {

/// E log sigmoid(x) for x ~ N(mean, deviation^2), and its derivatives with respect to the mean.
struct LogSigmoidMoments {
  double value = 0;
  double slope = 0;      ///< E sigmoid(-x)
  double curvature = 0;  ///< -E sigmoid(x) sigmoid(-x)
};

/// Exact to about 1e-14 of max(1, |value|); NaN if mean or deviation is not finite.
/// @pre deviation >= 0
LogSigmoidMoments log_sigmoid_moments(double mean, double deviation);

}  // namespace g2t
