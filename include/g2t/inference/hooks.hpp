// How a running fit is watched and stopped.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/types.hpp>

#include <functional>
#include <limits>
#include <string>

namespace g2t {

/// Progress of a running fit.
struct FitProgress {
  double elapsed_seconds = 0;
  Index iteration = 0;
  Index gradient_draws = 0;
  double elbo = 0;  ///< the last one computed
  /// About how many nats the ELBO has still to rise, by the gradient (natural coordinates); NaN: not known.
  double nats_to_go = std::numeric_limits<double>::quiet_NaN();
  std::string recipe;
  double step_size = 0;
  /// Of the answer, after the steps: "draws of q", "importance weights", "chains", "values"; empty: steps.
  std::string phase{};
  Index evaluations = 0;  ///< in that phase
};

/// How a running fit is watched and stopped; functions may be empty. They are called from the thread that fits.
struct FitHooks {
  std::function<void(const FitProgress&)> progress;  ///< called after every trace row, every few steps, and while the
                                                     ///< answer is made
  /// With q as it would be the result now: natural coordinates after the test of a block, plain ones at every trace row.
  std::function<void(const Gaussian& q, const FitProgress&)> block_end;
  std::function<bool()> should_stop;                 ///< true: end now, as interrupted
  /// The time budget is that of the run's own clock, for comparisons: ELBOs for the trace and the report come on top.
  bool is_report_extra = false;
};

}  // namespace g2t
