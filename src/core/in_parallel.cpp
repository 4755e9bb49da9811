// Threads are joined before anything is thrown.
#include <exception>
#include <g2t/core/in_parallel.hpp>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace g2t {

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> errors(count);
  const auto work_on = [&](std::size_t piece) {
    try {
      work(piece);
    } catch (...) {
      errors[piece] = std::current_exception();
    }
  };
  std::size_t started = 1;
  {
    std::vector<std::jthread> threads;
    threads.reserve(count);
    try {
      for (; started < count; ++started) threads.emplace_back([&work_on, started] { work_on(started); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    if (count > 0) work_on(0);
    for (std::size_t piece = started; piece < count; ++piece) work_on(piece);
  }
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace g2t
