// How far a study is, on one line.
#pragma once

#include <g2t/core/stopwatch.hpp>
#include <g2t/study/plan.hpp>

#include <chrono>
#include <vector>

namespace g2t::cli {

/// Prints on stderr the number of finished runs and the estimated time of the others, by their budgets.
class StudyProgress {
 public:
  StudyProgress(const StudyPlan& plan, const std::vector<RunKey>& keys, Index jobs, bool is_shown);
  ~StudyProgress();
  StudyProgress(const StudyProgress&) = delete;
  StudyProgress& operator=(const StudyProgress&) = delete;

  void add(const RunRecord& record);

 private:
  using Steady = std::chrono::steady_clock;

  void show();

  bool is_shown_, is_terminal_;
  Stopwatch start_;
  Steady::time_point next_ = Steady::now();
  double jobs_;
  double budget_ = 0, spent_ = 0;  // seconds of the runs' clocks
  double wall_ = 0;                // seconds of the finished runs
  std::size_t count_, done_ = 0;
};

}  // namespace g2t::cli
