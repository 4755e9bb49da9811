// Standard errors of an average of iterates from the means of successive batches of them.
#pragma once

#include <array>
#include <g2t/core/gaussian.hpp>

namespace g2t {

/// Means and log sds of successive iterates, in six batches of equal length. Their spread has all that moves an
/// average: noise that depends on where q is, and a drift that has not ended. Source: batch means (Flegal and Jones
/// 2010, "Batch means and spectral variance estimators in Markov chain Monte Carlo").
class IterateBatches {
 public:
  /// @param share  of the average's steps that came before, in [0, 1)
  void add(const Gaussian& q, double share);

  /// Of the average's means, in their own units; empty if a batch has none.
  [[nodiscard]] Vector mean_error() const { return error_of(means_); }
  /// Of the logarithms of its sds.
  [[nodiscard]] Vector log_sd_error() const { return error_of(log_sds_); }

 private:
  static constexpr std::size_t kBatches = 6;
  using Sums = std::array<Vector, kBatches>;

  [[nodiscard]] Vector error_of(const Sums& sums) const;

  Sums means_, log_sds_;
  std::array<double, kBatches> counts_{};
};

}  // namespace g2t
