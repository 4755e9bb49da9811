// Pieces of work in threads, and in the caller where no more threads can be had.
#pragma once

#include <cstddef>
#include <functional>

namespace g2t {

/// Calls work(0), ..., work(count - 1), each in a thread of its own but for the first, which the caller does itself.
///
/// A piece whose thread cannot be started (limits of the system, memory) is done by the caller after its own: results are
/// the same, later. If pieces throw, what the first of them threw is thrown when all have ended.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace g2t
