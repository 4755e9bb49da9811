// Weighted sums over the nodes of quadrature rules of log sigmoid and its derivatives.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// Sums for E log sigmoid(x) and its first two derivatives by the mean of x.
struct LogSigmoidSums {
  double value = 0;
  double slope = 0;
  double curvature = 0;
};

/// The same of eight margins, aligned to 64 bytes.
struct alignas(64) LogSigmoidLanes {
  double value[8];
  double slope[8];
  double curvature[8];
};

/// Sums for eight margins of weight * f(mean + deviation * node) over nodes k * step and -k * step, k < count, for
/// f = log sigmoid, f', f''.
/// @param weights  [count]
/// @param mean, deviation  [8], aligned to 64 bytes, finite
void symmetric_sums(double step, const double* weights, std::size_t count, const double* mean, const double* deviation,
                    LogSigmoidLanes& out);

/// Nodes on the positive axis with weights for what the bump log(1 + e^-|x|) adds to value, slope and curvature.
struct BumpNodes {
  const double* node = nullptr;  ///< [count], aligned to 64 bytes, as all
  const double* value = nullptr;
  const double* slope = nullptr;
  const double* curvature = nullptr;
  std::size_t count = 0;  ///< a multiple of 8
};

/// What the bump adds under N(mean, deviation^2), whose density is without 1 / sqrt(2 pi).
LogSigmoidSums bump_sums(const BumpNodes& nodes, double mean, double deviation);

}  // namespace g2t::kernels
