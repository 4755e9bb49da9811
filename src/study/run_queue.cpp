// One lock, and a condition that threads wait for while every run left is of a busy group.
#include <study/run_queue.h>

#include <algorithm>
#include <utility>

namespace g2t::study {

RunQueue::RunQueue(const std::vector<RunKey>& keys, const std::function<std::string(const RunKey&)>& group_of) {
  for (const RunKey& key : keys) waiting_.push_back({key, group_of(key)});
}

bool RunQueue::run_next(const std::function<void(const RunKey&)>& use) {
  Waiting run;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    auto next = waiting_.end();
    changed_.wait(lock, [&] {
      next = std::find_if(waiting_.begin(), waiting_.end(),
                          [&](const Waiting& other) { return busy_.count(other.group) == 0; });
      return is_closed_ || waiting_.empty() || next != waiting_.end();
    });
    if (is_closed_ || waiting_.empty()) return false;
    run = std::move(*next);
    waiting_.erase(next);
    if (!run.group.empty()) busy_.insert(run.group);
  }
  try {
    use(run.key);
  } catch (...) {
    release(run.group);
    throw;
  }
  release(run.group);
  return true;
}

void RunQueue::release(const std::string& group) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    busy_.erase(group);
  }
  changed_.notify_all();
}

void RunQueue::close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
}

bool RunQueue::is_closed() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_closed_;
}

}  // namespace g2t::study
