// Messages that differ in numbers alone are of one kind.
#include <g2t/core/failures.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace g2t {
namespace {

TEST(FailureLog, CountsByMessageWithoutNumbers) {
  FailureLog log;
  log.add("scale is -1.5e-3, not positive");
  log.add("scale is 0, not positive");
  log.add("x is nan");
  const std::vector<FailureKind> kinds = log.kinds();
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_EQ(kinds[0].count, 2);
  EXPECT_EQ(kinds[0].what, "scale is -1.5e-3, not positive");
  EXPECT_EQ(describe(kinds), "2 times: scale is -1.5e-3, not positive; once: x is nan");
  EXPECT_EQ(describe(kinds, 1), "2 times: scale is -1.5e-3, not positive; and 1 more kinds");
}

TEST(FailureLog, BoundsItsKinds) {
  FailureLog log;
  std::string name;
  for (int i = 0; i < 500; ++i) log.add(name += 'a');
  Index sum = 0;
  for (const FailureKind& kind : log.kinds()) sum += kind.count;
  EXPECT_LE(log.kinds().size(), 101U);
  EXPECT_EQ(sum, 500);
}

TEST(FailureLog, TakesThreads) {
  FailureLog log;
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < 4; ++k) threads.emplace_back([&log] { for (int i = 0; i < 1000; ++i) log.add("x " + std::to_string(i)); });
  }
  EXPECT_EQ(log.kinds().front().count, 4000);
}

}  // namespace
}  // namespace g2t
