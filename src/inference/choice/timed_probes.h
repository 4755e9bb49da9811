// Computations timed in turn, so that a drift of the machine affects all alike.
#pragma once

#include <g2t/inference/choice/measure_costs.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace g2t {

/// Something to be timed on each of the batches, and what has to be there first.
struct TimedProbe {
  std::function<void(std::size_t size)> computation;
  std::function<void(std::size_t size)> setup{};
  std::vector<std::vector<double>> times{};

  /// Medians, one a batch.
  [[nodiscard]] Eigen::ArrayXd seconds() const;
};

/// One warm-up round, then all probes in turn, round by round.
void run_interleaved(std::vector<TimedProbe>& probes, const CostProbe& options);

}  // namespace g2t
