// Each thread reads a chunk, works on it, and waits for its turn.
#include <atomic>
#include <condition_variable>
#include <exception>
#include <g2t/core/in_parallel.hpp>
#include <io/chunks_in_threads.hpp>
#include <mutex>
#include <string>

namespace g2t::io {
namespace {

class Line {
 public:
  Line(TextChunks& chunks, const ChunkWork& steps) : chunks_(chunks), steps_(steps) {}

  void work(std::size_t worker) {
    std::string text;
    std::size_t number = 0;
    while (read(text, number)) {
      std::exception_ptr error;
      try {
        steps_.work(worker, text);
      } catch (...) {
        error = std::current_exception();
      }
      if (!take(worker, number, error)) return;
    }
  }

  void rethrow() const {
    if (taking_error_) std::rethrow_exception(taking_error_);
    if (reading_error_ && !is_stopped_) std::rethrow_exception(reading_error_);
  }

 private:
  // False if there is nothing more to do.
  bool read(std::string& text, std::size_t& number) {
    const std::lock_guard<std::mutex> lock(reading_);
    if (is_ended_) return false;
    try {
      if (chunks_.next(text)) {
        number = read_count_++;
        return true;
      }
    } catch (...) {
      reading_error_ = std::current_exception();
    }
    is_ended_ = true;
    return false;
  }

  bool take(std::size_t worker, std::size_t number, const std::exception_ptr& error) {
    std::unique_lock<std::mutex> lock(taking_);
    turn_.wait(lock, [&] { return is_stopped_ || taken_count_ == number; });
    if (is_stopped_) return false;
    try {
      if (error) std::rethrow_exception(error);
      is_stopped_ = !steps_.take(worker);
    } catch (...) {
      taking_error_ = std::current_exception();
      is_stopped_ = true;
    }
    if (is_stopped_) is_ended_ = true;
    ++taken_count_;
    turn_.notify_all();
    return !is_stopped_;
  }

  TextChunks& chunks_;
  const ChunkWork& steps_;
  std::mutex reading_, taking_;
  std::condition_variable turn_;
  std::atomic<bool> is_ended_ = false;  // of reading
  bool is_stopped_ = false;
  std::size_t read_count_ = 0, taken_count_ = 0;
  std::exception_ptr reading_error_, taking_error_;
};

}  // namespace

void in_threads(TextChunks& chunks, Index threads, const ChunkWork& steps) {
  Line line(chunks, steps);
  in_parallel(static_cast<std::size_t>(threads), [&](std::size_t worker) { line.work(worker); });
  line.rethrow();
}

}  // namespace g2t::io
