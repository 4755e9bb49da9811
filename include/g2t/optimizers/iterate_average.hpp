// The average of a run's last iterates.
#pragma once

#include <g2t/core/gaussian.hpp>

namespace g2t {

/// Running mean of the parameters of Gaussians of one structure: mean, and scale or Cholesky factor.
class IterateAverage {
 public:
  void add(const Gaussian& q);
  [[nodiscard]] Index count() const { return count_; }
  /// @pre count() > 0
  [[nodiscard]] const Gaussian& average() const { return average_; }

 private:
  Gaussian average_;
  Index count_ = 0;
};

}  // namespace g2t
