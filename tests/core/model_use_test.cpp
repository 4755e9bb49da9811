// Scopes nest, and threads have uses of their own unless they share one.
#include <g2t/core/model_use.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace g2t {
namespace {

TEST(ModelUse, CountsWithinItsScope) {
  ModelUse use;
  count_gradients(5);  // nobody counts
  {
    const ModelUseScope scope(&use);
    EXPECT_EQ(current_model_use(), &use);
    count_gradients(3);
    count_gradients(4);
    count_densities(2);
    count_failure("x is 1, too small");
    count_failure("x is 2, too small");
  }
  EXPECT_EQ(current_model_use(), nullptr);
  count_densities(1);
  count_failure("x is 3, too small");
  EXPECT_EQ(use.gradients(), 7);
  EXPECT_EQ(use.densities(), 2);
  ASSERT_EQ(use.failures().size(), 1U);
  EXPECT_EQ(use.failures()[0].what, "x is 1, too small");
  EXPECT_EQ(use.failures()[0].count, 2);
}

TEST(ModelUse, OfTheInnermostScopeAloneCounts) {
  ModelUse outer, inner;
  const ModelUseScope scope(&outer);
  {
    const ModelUseScope nested(&inner);
    count_gradients(1);
    const ModelUseScope silent(nullptr);
    count_gradients(10);
  }
  count_gradients(100);
  EXPECT_EQ(inner.gradients(), 1);
  EXPECT_EQ(outer.gradients(), 100);
}

TEST(ModelUse, AddsAnother) {
  ModelUse sum, other;
  sum.add_gradients(1);
  sum.add_failure("x is 1");
  other.add_gradients(10);
  other.add_densities(20);
  for (const char* what : {"y is 1", "x is 2", "y is 2", "x is 3", "y is 3"}) other.add_failure(what);
  sum.add(other);
  EXPECT_EQ(sum.gradients(), 11);
  EXPECT_EQ(sum.densities(), 20);
  EXPECT_EQ(describe(sum.failures()), "3 times: x is 1; 3 times: y is 1");
}

TEST(ModelUse, IsOfOneThreadUnlessItIsHandedOn) {
  ModelUse use;
  const ModelUseScope scope(&use);
  std::jthread([] {
    EXPECT_EQ(current_model_use(), nullptr);
    count_gradients(1);
  }).join();
  EXPECT_EQ(use.gradients(), 0);
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < 4; ++k)
      threads.emplace_back([&use] {
        const ModelUseScope shared(&use);
        for (int i = 0; i < 1000; ++i) {
          count_gradients(2);
          count_failure("x is " + std::to_string(i));
        }
      });
  }
  EXPECT_EQ(use.gradients(), 8000);
  EXPECT_EQ(use.failures().front().count, 4000);
}

}  // namespace
}  // namespace g2t
