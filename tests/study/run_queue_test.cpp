// Runs of a busy group wait, others pass, and nobody waits for what will not come.
#include <study/run_queue.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

namespace g2t::study {
namespace {

using ::testing::ElementsAre;

std::vector<RunKey> keys_of(const std::vector<std::string>& models) {
  std::vector<RunKey> out;
  for (const std::string& model : models) out.push_back({model, "rep", std::nullopt, 1});
  return out;
}

// "a1" and "a2" are of group "a"; names of one letter are of none.
std::string queue_group(const RunKey& key) { return key.model.size() > 1 ? key.model.substr(0, 1) : ""; }

TEST(RunQueue, KeepsTheOrderOfOneThread) {
  RunQueue queue(keys_of({"a1", "a2", "x", "a1", "b1"}), queue_group);
  std::vector<std::string> order;
  while (queue.run_next([&](const RunKey& key) { order.push_back(key.model); })) {
  }
  EXPECT_THAT(order, ElementsAre("a1", "a2", "x", "a1", "b1"));
}

TEST(RunQueue, LetsOthersPassABusyGroup) {
  RunQueue queue(keys_of({"a1", "a2", "x", "b1", "x"}), queue_group);
  std::vector<std::string> passed;
  queue.run_next([&](const RunKey& first) {
    EXPECT_EQ(first.model, "a1");
    for (int k = 0; k < 3; ++k) queue.run_next([&](const RunKey& key) { passed.push_back(key.model); });
  });
  EXPECT_THAT(passed, ElementsAre("x", "b1", "x"));
  queue.run_next([&](const RunKey& key) { passed.push_back(key.model); });
  EXPECT_THAT(passed, ElementsAre("x", "b1", "x", "a2"));
  EXPECT_FALSE(queue.run_next([](const RunKey&) { FAIL(); }));
}

TEST(RunQueue, WaitsForAGroup) {
  RunQueue queue(keys_of({"a1", "a2"}), queue_group);
  std::atomic<bool> is_first_over{false};
  std::promise<void> has_begun;
  std::jthread other([&] {
    queue.run_next([&](const RunKey&) {
      has_begun.set_value();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      is_first_over = true;
    });
  });
  has_begun.get_future().wait();
  EXPECT_TRUE(queue.run_next([&](const RunKey& key) {
    EXPECT_TRUE(is_first_over);
    EXPECT_EQ(key.model, "a2");
  }));
}

TEST(RunQueue, FreesTheGroupOfARunThatThrows) {
  RunQueue queue(keys_of({"a1", "a2"}), queue_group);
  EXPECT_THROW(queue.run_next([](const RunKey&) { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_TRUE(queue.run_next([](const RunKey& key) { EXPECT_EQ(key.model, "a2"); }));
}

TEST(RunQueue, WakesThoseThatWaitWhenItIsClosed) {
  RunQueue queue(keys_of({"a1", "a2"}), queue_group);
  queue.run_next([&](const RunKey&) {
    std::future<bool> waiting = std::async(std::launch::async, [&] { return queue.run_next([](const RunKey&) {}); });
    EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    queue.close();
    EXPECT_FALSE(waiting.get());
  });
  EXPECT_TRUE(queue.is_closed());
}

}  // namespace
}  // namespace g2t::study
