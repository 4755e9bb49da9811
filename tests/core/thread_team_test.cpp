// All pieces are done once, whatever throws, whoever calls, and in children of fork().
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <g2t/core/thread_team.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace g2t {
namespace {

std::vector<int> times_done(std::size_t count) {
  std::vector<std::atomic<int>> done(count);
  share_pieces(count, [&](std::size_t piece) { ++done[piece]; });
  return {done.begin(), done.end()};
}

TEST(ThreadTeam, EveryPieceIsDoneOnce) {
  for (const Index threads : {1, 2, 4, 9}) {
    const ThreadScope scope(threads);
    for (const std::size_t count : {0, 1, 2, 7, 100})
      for (int repetition = 0; repetition < 200; ++repetition) ASSERT_EQ(times_done(count), std::vector<int>(count, 1));
  }
}

TEST(ThreadTeam, OtherThreadsTakePieces) {
  const ThreadScope scope(2);
  std::atomic<int> met = 0;
  share_pieces(2, [&](std::size_t) {  // ends only if both pieces are at work at once
    ++met;
    while (met < 2) std::this_thread::yield();
  });
  EXPECT_EQ(met, 2);
}

TEST(ThreadTeam, ScopesEndAndPiecesAreAlone) {
  EXPECT_EQ(threads_in_scope(), 1);
  {
    const ThreadScope scope(3);
    EXPECT_EQ(threads_in_scope(), 3);
    std::atomic<int> alone = 0;
    share_pieces(8, [&](std::size_t) { alone += threads_in_scope() == 1 ? 1 : 0; });
    EXPECT_EQ(alone, 8);
    EXPECT_EQ(threads_in_scope(), 3);
  }
  EXPECT_EQ(threads_in_scope(), 1);
}

TEST(ThreadTeam, TheFirstExceptionIsThrownWhenAllHaveEnded) {
  for (const Index threads : {1, 3}) {
    const ThreadScope scope(threads);
    std::atomic<int> done = 0;
    try {
      share_pieces(20, [&](std::size_t piece) {
        ++done;
        if (piece > 4) throw std::runtime_error("piece " + std::to_string(piece));
      });
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "piece 5");
    }
    EXPECT_EQ(done, 20);
  }
}

TEST(ThreadTeam, ManyCallersAtOnceAndPiecesInPieces) {
  std::atomic<int> done = 0;
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      const ThreadScope scope(3);
      for (int repetition = 0; repetition < 100; ++repetition)
        share_pieces(5, [&](std::size_t) { share_pieces(3, [&](std::size_t) { ++done; }); });
    });
  callers.clear();
  EXPECT_EQ(done, 4 * 100 * 5 * 3);
}

TEST(ThreadTeamInAChild, HasThreadsOfItsOwn) {
  const ThreadScope scope(2);
  ASSERT_EQ(times_done(4), std::vector<int>(4, 1));
  const pid_t child = ::fork();
  if (child == 0) ::_exit(times_done(4) == std::vector<int>(4, 1) ? 0 : 1);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace g2t
