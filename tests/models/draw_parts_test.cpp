// Parts of a batch's draws.
#include <gtest/gtest.h>

#include "models/draw_parts.hpp"
#include <mutex>
#include <vector>

namespace g2t::models {
namespace {

TEST(DrawParts, CoverAllDrawsInWholeLanes) {
  for (const Index draws : {0, 1, 7, 8, 31, 100})
    for (const Index width : {1, 8})
      for (const Index threads : {1, 2, 3}) {
        std::mutex mutex;
        std::vector<int> seen(static_cast<std::size_t>(draws), 0);
        std::vector<bool> is_used(draw_part_count(draws, width, threads), false);
        share_draws(draws, width, threads, [&](std::size_t part, Index first, Index count) {
          const std::lock_guard<std::mutex> lock(mutex);
          EXPECT_EQ(first % width, 0);
          EXPECT_FALSE(is_used.at(part));
          is_used[part] = true;
          for (Index draw = first; draw < first + count; ++draw) ++seen.at(static_cast<std::size_t>(draw));
        });
        EXPECT_EQ(seen, std::vector<int>(static_cast<std::size_t>(draws), 1));
        EXPECT_EQ(is_used, std::vector<bool>(is_used.size(), true));
      }
}

TEST(DrawParts, AreOneForOneThreadAndSomeForSeveral) {
  EXPECT_EQ(draw_part_count(100, 1, 1), 1U);
  EXPECT_EQ(draw_part_count(32, 8, 2), 4U);
  EXPECT_EQ(draw_part_count(8, 1, 2), 8U);
  EXPECT_EQ(draw_part_count(1000, 1, 2), 8U);
}

}  // namespace
}  // namespace g2t::models
