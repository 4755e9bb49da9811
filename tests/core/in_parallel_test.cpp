// All pieces are done, whatever throws and whether threads can be had.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <g2t/core/in_parallel.hpp>
#include <gtest/gtest.h>
#include <set>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace g2t {
namespace {

TEST(InParallel, EveryPieceIsDoneOnceInAThreadOfItsOwn) {
  std::mutex mutex;
  std::multiset<std::size_t> pieces;
  std::set<std::thread::id> threads;
  in_parallel(4, [&](std::size_t piece) {
    const std::lock_guard<std::mutex> lock(mutex);
    pieces.insert(piece);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(pieces, (std::multiset<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(threads.size(), 4U);
  EXPECT_TRUE(threads.contains(std::this_thread::get_id()));
}

TEST(InParallel, NoPieceIsNoWork) { in_parallel(0, [](std::size_t) { FAIL(); }); }

TEST(InParallel, TheFirstExceptionIsThrownWhenAllHaveEnded) {
  std::atomic<int> done = 0;
  try {
    in_parallel(4, [&](std::size_t piece) {
      ++done;
      if (piece > 1) throw std::runtime_error("piece " + std::to_string(piece));
    });
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "piece 2");
  }
  EXPECT_EQ(done, 4);
}

TEST(InParallel, WithoutMemoryForThreadsTheCallerDoesTheWork) {
  const pid_t child = ::fork();
  if (child == 0) {  // no stack of a thread fits into the address space
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, std::size_t{1} << 47);
    if (::pthread_setattr_default_np(&attributes) != 0) ::_exit(2);
    std::atomic<int> done = 0;
    in_parallel(3, [&](std::size_t) { ++done; });
    ::_exit(done == 3 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace g2t
