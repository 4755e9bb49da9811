// What of a run's time is that of its steps.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/inference/result.hpp>

namespace g2t {

/// Time since the last count is that of steps, but for what selections took. The moments of steps are for selecting, though
/// they are taken within steps.
class StepsTime {
 public:
  explicit StepsTime(const Clock& clock) : clock_(clock) {}

  /// @param moment_seconds  by NaturalStepper
  void begin(const FitSeconds& seconds, double moment_seconds) {
    counted_ = clock_.seconds() - seconds.selection;
    counted_moments_ = moment_seconds;
  }
  void count(FitSeconds& seconds, double moment_seconds) {
    const double moments = moment_seconds - counted_moments_;
    seconds.steps += clock_.seconds() - seconds.selection - counted_ - moments;
    seconds.selection += moments;
    begin(seconds, moment_seconds);
  }

 private:
  const Clock& clock_;
  double counted_ = 0, counted_moments_ = 0;
};

}  // namespace g2t
