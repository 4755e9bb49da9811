// Threads look for new work a while before they sleep; a call never waits for one that has not come.
#include <g2t/core/thread_team.hpp>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace g2t {
namespace {

thread_local Index threads_allowed = 1;

// Between two steps of a fit this is shorter than to sleep and be woken.
constexpr std::chrono::microseconds kWatch{100};

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

struct Pieces {
  std::size_t count = 0;
  const std::function<void(std::size_t)>* work = nullptr;
  std::vector<std::exception_ptr> errors;
  std::atomic<std::size_t> next{0};
  std::atomic<Index> places{0};  // for threads other than the caller
};

class Team {
 public:
  // False if the team is busy.
  bool run(std::size_t count, Index threads, const std::function<void(std::size_t)>& work) {
    const std::unique_lock<std::mutex> lock(busy_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    grow(threads - 1);
    pieces_.count = count;
    pieces_.work = &work;
    pieces_.errors.assign(count, nullptr);
    pieces_.next = 0;
    pieces_.places = threads - 1;
    state_.fetch_add(kRound + kOpen);
    state_.notify_all();
    take_pieces();
    state_.fetch_sub(kOpen);
    wait_for_others();
    for (const std::exception_ptr& error : pieces_.errors)
      if (error) std::rethrow_exception(error);
    return true;
  }

 private:
  // The state's bits: whether pieces may be taken, how many threads are at it, and the number of the call.
  static constexpr std::uint64_t kOpen = 1, kOne = 2, kInside = 0xfffe, kRound = 0x10000;

  void grow(Index helpers) {
    try {
      for (; helper_count_ < helpers; ++helper_count_) std::thread([this] { help(); }).detach();
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  void take_pieces() {
    const ThreadScope alone(1);
    for (std::size_t piece = pieces_.next++; piece < pieces_.count; piece = pieces_.next++) {
      try {
        (*pieces_.work)(piece);
      } catch (...) {
        pieces_.errors[piece] = std::current_exception();
      }
    }
  }

  // Each of those inside has its last piece. One that does not run, for another program has its processor, may want this one.
  void wait_for_others() const {
    const auto begin = std::chrono::steady_clock::now();
    while ((state_.load() & kInside) != 0) {
      if (std::chrono::steady_clock::now() - begin < kWatch)
        for (int i = 0; i < 32; ++i) relax();
      else
        std::this_thread::yield();
    }
  }

  [[noreturn]] void help() {
    std::uint64_t seen = 0;
    while (true) {
      seen = next_round(seen);
      std::uint64_t state = state_.load();
      while ((state & kOpen) != 0 && !state_.compare_exchange_weak(state, state + kOne)) {
      }
      if ((state & kOpen) == 0) continue;
      seen = state / kRound;
      if (pieces_.places-- > 0) take_pieces();
      state_.fetch_sub(kOne);
    }
  }

  // Waits for a call after the one seen.
  std::uint64_t next_round(std::uint64_t seen) const {
    const auto begin = std::chrono::steady_clock::now();
    std::uint64_t state = state_.load();
    while (state / kRound == seen) {
      if (std::chrono::steady_clock::now() - begin < kWatch) {
        for (int i = 0; i < 32; ++i) relax();
      } else {
        state_.wait(state);
      }
      state = state_.load();
    }
    return state / kRound;
  }

  std::mutex busy_;
  Index helper_count_ = 0;
  Pieces pieces_;
  std::atomic<std::uint64_t> state_{0};
};

// Never destroyed: its threads may outlive main(). A child of fork() has none of them, and makes a team of its own.
std::atomic<Team*> present_team{nullptr};

Team& team() {
  static std::once_flag once;
  std::call_once(once, [] { ::pthread_atfork(nullptr, nullptr, [] { present_team = nullptr; }); });
  Team* team = present_team;
  if (team == nullptr) {
    Team* const made = new Team;
    if (present_team.compare_exchange_strong(team, made)) return *made;
    delete made;
  }
  return *team;
}

}  // namespace

ThreadScope::ThreadScope(Index threads) : before_(threads_allowed) { threads_allowed = std::max<Index>(threads, 1); }

ThreadScope::~ThreadScope() { threads_allowed = before_; }

Index threads_in_scope() { return threads_allowed; }

void share_pieces(std::size_t count, const std::function<void(std::size_t)>& work) {
  const Index threads = std::min(threads_allowed, static_cast<Index>(count));
  if (threads > 1 && team().run(count, threads, work)) return;
  const ThreadScope alone(1);
  std::exception_ptr error;
  for (std::size_t piece = 0; piece < count; ++piece) {
    try {
      work(piece);
    } catch (...) {
      if (!error) error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace g2t
