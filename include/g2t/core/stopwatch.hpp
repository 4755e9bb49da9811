// Seconds of the steady clock since a moment.
#pragma once

#include <chrono>

namespace g2t {

class Stopwatch {
 public:
  /// Wall time since this was made.
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace g2t
