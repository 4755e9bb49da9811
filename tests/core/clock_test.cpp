#include <g2t/core/clock.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace g2t {
namespace {

TEST(CostModelClock, MovesByChargesAlone) {
  const std::unique_ptr<Clock> clock = make_cost_model_clock();
  EXPECT_EQ(clock->seconds(), 0);
  clock->charge(1.5);
  clock->charge(0.25);
  EXPECT_EQ(clock->seconds(), 1.75);
}

TEST(CostModelClock, StandsStillWhilePaused) {
  const std::unique_ptr<Clock> clock = make_cost_model_clock();
  {
    const ClockPause pause(*clock);
    clock->charge(1);
  }
  clock->charge(2);
  EXPECT_EQ(clock->seconds(), 2);
}

TEST(WallClock, LeavesPausesOutAndIgnoresCharges) {
  const std::unique_ptr<Clock> clock = make_wall_clock();
  clock->charge(1e6);
  double before = 0;
  {
    const ClockPause pause(*clock);
    before = clock->seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(clock->seconds(), before);
    const ClockPause nested(*clock);
  }
  EXPECT_GE(clock->seconds(), before);
  EXPECT_LT(clock->seconds(), 1e5);
  const double paused = clock->seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_GE(clock->seconds() - paused, 0.002);
}

}  // namespace
}  // namespace g2t
