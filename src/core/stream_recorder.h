// Which streams are drawn from, for tests that no two uses share one.
#pragma once

#include <g2t/core/random.hpp>

#include <mutex>
#include <vector>

namespace g2t {

/// Notes the key of every stream that any thread draws from while it lives. One at a time.
class StreamRecorder {
 public:
  StreamRecorder();
  ~StreamRecorder();
  StreamRecorder(const StreamRecorder&) = delete;
  StreamRecorder& operator=(const StreamRecorder&) = delete;

  /// In the order of drawing.
  [[nodiscard]] std::vector<StreamKey> keys() const;

  /// To the recorder that lives, if one does.
  static void note(const StreamKey& key);

 private:
  mutable std::mutex mutex_;
  std::vector<StreamKey> keys_;
};

}  // namespace g2t
