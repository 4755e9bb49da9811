// Counts reasons for which evaluations of a model failed.
#pragma once

#include <g2t/core/types.hpp>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace g2t {

/// Evaluations that failed for the same reason.
struct FailureKind {
  std::string what;  ///< the first message of its kind
  Index count = 0;
};

/// Counts failures by their message; messages that differ in numbers alone are of one kind. Threads may share it.
class FailureLog {
 public:
  void add(const std::string& what) { add(FailureKind{what, 1}); }
  void add(const FailureKind& kind);
  /// The most frequent first.
  [[nodiscard]] std::vector<FailureKind> kinds() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, FailureKind> by_shape_;  // numbers left out
};

/// "12 times: MESSAGE; 3 times: MESSAGE", the most frequent `most` kinds.
std::string describe(const std::vector<FailureKind>& kinds, std::size_t most = 3);

}  // namespace g2t
