// Gaussian expectations of log sigmoid and its first two derivatives.
#pragma once

#include <cstddef>

namespace g2t {

/// E log sigmoid(x) for x ~ N(mean, deviation^2), and its derivatives with respect to the mean.
struct LogSigmoidMoments {
  double value = 0;
  double slope = 0;      ///< E sigmoid(-x)
  double curvature = 0;  ///< -E sigmoid(x) sigmoid(-x)
};

/// Up to eight margins.
struct alignas(64) MarginBlock {
  double mean[8] = {};
  double deviation[8] = {};
};

/// Exact to about 1e-14 of max(1, |value|); NaN if mean or deviation is not finite.
/// @pre deviation >= 0
LogSigmoidMoments log_sigmoid_moments(double mean, double deviation);
/// Of the first `count` of eight; what a margin gets depends on the others in its last digits.
void log_sigmoid_moments(const MarginBlock& margins, std::size_t count, LogSigmoidMoments* out);

}  // namespace g2t
