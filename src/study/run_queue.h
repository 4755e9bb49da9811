// Runs that wait for a thread, handed out so that those that exclude one another do not overlap.
#pragma once

#include <g2t/study/run.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace g2t::study {

/// Threads take runs from it in their order; a run whose group is busy lets later ones of other groups pass.
class RunQueue {
 public:
  /// @param group_of  runs of one group are made one at a time; empty: the run is of no group
  RunQueue(const std::vector<RunKey>& keys, const std::function<std::string(const RunKey&)>& group_of);

  /// Calls `use` with the next run whose group is free, and waits for one while there are only others.
  ///
  /// Exceptions of `use` are passed on, after the group is released.
  /// @return false if no run is left, or the queue is closed
  bool run_next(const std::function<void(const RunKey&)>& use);

  /// From now on no run is handed out.
  void close();
  [[nodiscard]] bool is_closed() const;

 private:
  struct Waiting {
    RunKey key;
    std::string group;
  };

  void release(const std::string& group);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting> waiting_;
  std::set<std::string> busy_;
  bool is_closed_ = false;
};

}  // namespace g2t::study
