// One line on a terminal that moves while a fit runs.
#pragma once

#include <g2t/inference/fit.hpp>

#include <chrono>

namespace g2t::cli {

/// Shows progress on stderr, if that is a terminal; clears its line in the end.
class ProgressLine {
 public:
  /// @param refresh  maximum number of lines per second; 0: none
  explicit ProgressLine(Index refresh);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const FitProgress& progress);

 private:
  using Steady = std::chrono::steady_clock;

  bool is_shown_;
  Steady::duration pause_{};
  Steady::time_point next_;
};

}  // namespace g2t::cli
