// Guarantees for measured estimators: steps and seconds to a target.
#pragma once

#include <g2t/io/json_files.hpp>
#include <g2t/optimizers/guarantees.hpp>

#include <vector>

namespace g2t {

/// One guarantee for one estimator.
struct GuaranteedRun {
  Candidate estimator;
  double steps = 0;      ///< after which the bound is at most the target
  double seconds = 0;    ///< of so many steps
  double bound = 0;
  double step_size = 0;  ///< for so many steps; NaN: it changes from step to step
};

/// One guarantee and all estimators, in the order of those.
struct GuaranteeRow {
  Guarantee guarantee;
  std::vector<GuaranteedRun> runs;
};

/// @throws InvalidArgument as guarantees, or if the target is not positive
std::vector<GuaranteeRow> guarantee_table(const ObjectiveConstants& constants, const std::vector<Candidate>& estimators,
                                          double target);

}  // namespace g2t
