// std::chrono's steady clock, and a sum of charges.
#include <g2t/core/clock.hpp>

#include <cassert>
#include <chrono>

namespace g2t {
namespace {

class WallClock final : public Clock {
 public:
  explicit WallClock(double seconds) : before_(seconds) {}

  double seconds() const override {
    const Instant now = paused_ > 0 ? pause_start_ : Steady::now();
    return before_ + std::chrono::duration<double>(now - start_).count();
  }
  void pause() override {
    if (paused_++ == 0) pause_start_ = Steady::now();
  }
  void resume() override {
    assert(paused_ > 0);
    if (--paused_ == 0) start_ += Steady::now() - pause_start_;
  }
  void charge(double) override {}

 private:
  using Steady = std::chrono::steady_clock;
  using Instant = Steady::time_point;
  double before_;
  Instant start_ = Steady::now(), pause_start_;
  int paused_ = 0;
};

class CostModelClock final : public Clock {
 public:
  explicit CostModelClock(double seconds) : seconds_(seconds) {}

  double seconds() const override { return seconds_; }
  void pause() override { ++paused_; }
  void resume() override { --paused_; }
  void charge(double seconds) override {
    if (paused_ == 0) seconds_ += seconds;
  }

 private:
  double seconds_;
  int paused_ = 0;
};

}  // namespace

std::unique_ptr<Clock> make_wall_clock(double seconds) { return std::make_unique<WallClock>(seconds); }
std::unique_ptr<Clock> make_cost_model_clock(double seconds) { return std::make_unique<CostModelClock>(seconds); }

}  // namespace g2t
