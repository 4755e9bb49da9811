// Time as a thing that is handed in: the wall clock, or a cost model that makes runs repeatable.
#pragma once

#include <memory>

namespace g2t {

/// Seconds since the clock was made, beyond those that it started at, without the stretches in which it was paused.
class Clock {
 public:
  virtual ~Clock() = default;

  [[nodiscard]] virtual double seconds() const = 0;

  /// Stops time for computations that do not count in a run's time (an ELBO for the trace).
  virtual void pause() = 0;
  virtual void resume() = 0;

  /// Adds `seconds` of the cost table. Has no effect on a wall clock, which has measured them.
  virtual void charge(double seconds) = 0;
};

/// The steady wall clock. It starts at `seconds`, which a run that is continued had before.
std::unique_ptr<Clock> make_wall_clock(double seconds = 0);

/// Starts likewise, and moves by charge() alone.
std::unique_ptr<Clock> make_cost_model_clock(double seconds = 0);

/// Keeps a clock paused for its own lifetime.
class ClockPause {
 public:
  explicit ClockPause(Clock& clock) : clock_(clock) { clock_.pause(); }
  ~ClockPause() { clock_.resume(); }
  ClockPause(const ClockPause&) = delete;
  ClockPause& operator=(const ClockPause&) = delete;

 private:
  Clock& clock_;
};

}  // namespace g2t
