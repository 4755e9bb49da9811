// A file is found by its key alone, and locked while it is made.
#include "stan_testing.hpp"

#include <gmock/gmock.h>
#include <stan/cache_entry.h>

#include <thread>

namespace g2t::testing {
namespace {

using stan::CacheEntry;
class CacheEntryTest : public StanTest {};

TEST_F(CacheEntryTest, FindsWhatWasKept) {
  {
    CacheEntry entry("models", "key");
    EXPECT_EQ(entry.find("model.so"), "");
    write_text(entry.scratch("model.so"), "library");
    EXPECT_EQ(text_at(entry.keep("model.so")), "library");
  }
  EXPECT_EQ(text_at(CacheEntry("models", "key").find("model.so")), "library");
  EXPECT_EQ(CacheEntry("models", "other key").find("model.so"), "");
  EXPECT_EQ(CacheEntry("bridges", "key").find("model.so"), "");
}

TEST_F(CacheEntryTest, RemovesWhatAnInterruptedRunHasLeft) {
  std::string left;
  {
    CacheEntry entry("models", "key");
    left = entry.scratch("model.so");
    write_text(left, "half a libr");
  }
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_EQ(CacheEntry("models", "key").find("model.so"), "");
}

TEST_F(CacheEntryTest, SweepsOtherEntriesThatNobodyUses) {
  const CacheEntry used("models", "in use");
  write_text(used.scratch("model.o"), "half");
  const std::filesystem::path dead = folder_ / "cache/g2t/models/0123456789abcdef";
  write_text(dead / "scratch-dead/model.o", "half");
  write_text(dead / "model.so", "library");
  const CacheEntry entry("models", "key");
  EXPECT_FALSE(std::filesystem::exists(dead / "scratch-dead"));
  EXPECT_EQ(text_at(dead / "model.so"), "library");
  EXPECT_EQ(text_at(used.scratch("model.o")), "half");
}

TEST_F(CacheEntryTest, LetsOneAtATimeIn) {
  auto first = std::make_unique<CacheEntry>("models", "key");
  std::atomic<bool> is_in = false;
  std::jthread second([&is_in] {
    const CacheEntry entry("models", "key");
    is_in = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(is_in);
  first.reset();
  second.join();
  EXPECT_TRUE(is_in);
}

TEST_F(CacheEntryTest, SaysWhereItCannotWrite) {
  write_text(folder_ / "file", "");
  set("XDG_CACHE_HOME", folder_ / "file");
  EXPECT_THAT(input_error([] { const CacheEntry entry("models", "key"); }), ::testing::HasSubstr("the cache cannot be written"));
}

}  // namespace
}  // namespace g2t::testing
