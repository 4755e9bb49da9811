// The control variates that a trial can afford, before any of them was timed.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// How large a trial is.
struct TrialSize {
  Index dimension = 0;
  Index moment_draws = 0;  ///< behind the moments
  Index cost_draws = 0;    ///< of all repetitions that time each term; 0: costs are known
};

/// About what a trial of these control variates takes, as a number of draws that cost as much: a draw for each behind the
/// moments; as much again for every term that takes products with a Hessian; a Hessian for an anchored expansion; a tenth
/// for any other.
double trial_draws(const std::vector<std::string>& control_variates, const TrialSize& size);

/// All of them if that takes no more than `max_draws`; else those without an expansion, if that does; else none.
std::vector<std::string> affordable_trial(const std::vector<std::string>& control_variates, const TrialSize& size,
                                          double max_draws);

}  // namespace g2t
