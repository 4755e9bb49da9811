// A pointer to the recorder that lives; it costs one load a stream.
#include <core/stream_recorder.h>

#include <atomic>
#include <cassert>

namespace g2t {
namespace {

std::atomic<StreamRecorder*> recorder = nullptr;

}  // namespace

StreamRecorder::StreamRecorder() {
  [[maybe_unused]] StreamRecorder* const before = recorder.exchange(this);
  assert(before == nullptr);
}

StreamRecorder::~StreamRecorder() { recorder = nullptr; }

std::vector<StreamKey> StreamRecorder::keys() const {
  const std::lock_guard lock(mutex_);
  return keys_;
}

void StreamRecorder::note(const StreamKey& key) {
  StreamRecorder* const here = recorder.load(std::memory_order_acquire);
  if (here == nullptr) return;
  const std::lock_guard lock(here->mutex_);
  here->keys_.push_back(key);
}

}  // namespace g2t
