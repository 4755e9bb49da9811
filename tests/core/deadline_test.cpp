#include <gtest/gtest.h>

#include <chrono>
#include <g2t/core/deadline.hpp>
#include <limits>
#include <thread>

namespace g2t {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

void wait(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

TEST(StopRequest, IsNoticedOnceAndThenStands) {
  bool is_asked = false;
  const StopRequest request([&] { return is_asked; });
  EXPECT_FALSE(request.is_made());
  EXPECT_FALSE(request.seconds_ago());
  is_asked = true;
  EXPECT_TRUE(request.is_made());
  is_asked = false;
  wait(0.02);
  ASSERT_TRUE(request.seconds_ago());
  EXPECT_GE(*request.seconds_ago(), 0.02);
  EXPECT_FALSE(StopRequest().is_made());
}

TEST(Deadline, IsNeverOverByDefault) {
  EXPECT_FALSE(Deadline()(1'000'000));
  EXPECT_EQ(Deadline().seconds_left(), kForever);
}

TEST(Deadline, AllowsAFewDrawsMoreWhenTimeIsUp) {
  const StopRequest none;
  const Deadline past(none, -0.1, 10), long_past(none, -1, 0.5), future(none, 1000, 0);
  EXPECT_LT(past.seconds_left(), 0);
  EXPECT_FALSE(past(63));
  EXPECT_TRUE(past(64));
  EXPECT_TRUE(long_past(8));
  EXPECT_FALSE(long_past(7));  // without which there is no result
  EXPECT_FALSE(future(1'000'000));
}

TEST(Deadline, LeavesAMomentAfterARequest) {
  const StopRequest request([] { return true; });
  const Deadline generous(request, kForever, 1000), brief(request, kForever, 0.01), past(request, -1, 1000);
  EXPECT_FALSE(generous(1'000'000));
  EXPECT_LE(generous.seconds_left(), 1000);
  EXPECT_TRUE(past(64));
  static_cast<void>(brief(8));
  wait(0.02);
  EXPECT_TRUE(brief(8));
  EXPECT_FALSE(brief(7));
}

}  // namespace
}  // namespace g2t
