// Seconds of the steady clock: at least as many as were slept.
#include <chrono>
#include <g2t/core/stopwatch.hpp>
#include <gtest/gtest.h>
#include <thread>

namespace g2t {
namespace {

TEST(Stopwatch, CountsFromItsOwnBeginning) {
  const Stopwatch first;
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const Stopwatch second = first, third;
  EXPECT_GE(second.seconds(), 0.002);  // a copy has the same beginning
  EXPECT_GE(first.seconds() - third.seconds(), 0.0019);
  EXPECT_LT(first.seconds(), 1e5);
}

}  // namespace
}  // namespace g2t
