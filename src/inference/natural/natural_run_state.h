// A run in natural coordinates between two steps, as a value that another one goes on from.
#pragma once

#include <inference/natural/gap_estimator.h>
#include <inference/natural/natural_block.h>
#include <inference/natural/natural_selection.h>
#include <inference/natural/natural_stepper.h>
#include <inference/natural/rank_keeper.h>
#include <inference/natural/scale_watch.h>
#include <inference/resumed_run.h>

#include <memory>
#include <optional>

namespace g2t {

/// Where a run is.
struct NaturalPosition {
  Gaussian current, tested;  ///< the result if the run ended now; the last one tested
  GapEstimate gap;
  std::optional<NaturalBlock> block;       ///< the one under way; none between two of them
  Index block_count = 0, block_draws = 0;  ///< blocks that ended; draws of the one under way, or of the last one
  ScaleWatch scales;
  RankState rank;  ///< of a low-rank q
  bool is_average = false, is_tested = false, is_gap_stalled = false;
  double averaged_units = 0;
  IterateBatches batches;  ///< of the iterates that the average is of
};

class NaturalRunState final : public KeptRun {
 public:
  NaturalPosition position;
  std::shared_ptr<const NaturalFamily> q;
  NaturalStepperState stepper;
  NaturalSelectionState selection;
};

}  // namespace g2t
