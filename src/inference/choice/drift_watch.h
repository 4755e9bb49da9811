// Detects when the noise of a run differs from the prediction of the last selection.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// Compares the mean squared norm of the latest steps' gradients with a prediction.
class DriftWatch {
 public:
  /// Restarts with the prediction of a selection for a step.
  void expect(double squared_norm);
  void observe(double squared_norm);
  /// True if the recent mean is off by more than a factor of two, and by more than four of its standard errors.
  [[nodiscard]] bool has_drifted() const;
  /// Recent mean over prediction; 1 after too few steps.
  [[nodiscard]] double ratio() const;
  /// Recent mean.
  [[nodiscard]] double mean() const { return sum_ / weight_; }
  /// Keeps the prediction and restarts the recent mean.
  void rest();

 private:
  double expected_ = 0;
  double sum_ = 0, squares_ = 0, weight_ = 0, weight_squares_ = 0;  // exponentially weighted
  Index count_ = 0;
};

}  // namespace g2t
