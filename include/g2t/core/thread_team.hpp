// Short pieces of work, shared by threads that stay: for loops of some microseconds and more.
#pragma once

#include <cstddef>
#include <functional>
#include <g2t/core/types.hpp>

namespace g2t {

/// How many threads share_pieces() takes, in this thread as long as the scope lasts. Without a scope: one.
class ThreadScope {
 public:
  explicit ThreadScope(Index threads);
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;
  ~ThreadScope();

 private:
  Index before_;
};

/// The present number: that of the innermost scope.
[[nodiscard]] Index threads_in_scope();

/// Calls work(0), ..., work(count - 1), by the caller and by threads that wait for such work: which of them does which piece
/// is left open. Inside a piece one thread is in scope.
///
/// The caller does all of it where other threads cannot be had, or are busy with the pieces of another caller. If pieces
/// throw, what the first of them threw is thrown when all have ended.
void share_pieces(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace g2t
