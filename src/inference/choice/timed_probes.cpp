// Rounds end when the time is up, but not before there are enough for a median.
#include <inference/choice/timed_probes.h>

#include <algorithm>
#include <g2t/core/stopwatch.hpp>

namespace g2t {
namespace {

constexpr int kMaxRounds = 31;

double median_seconds(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Eigen::ArrayXd TimedProbe::seconds() const {
  Eigen::ArrayXd out(static_cast<Index>(times.size()));
  for (std::size_t size = 0; size < times.size(); ++size) out[static_cast<Index>(size)] = median_seconds(times[size]);
  return out;
}

void run_interleaved(std::vector<TimedProbe>& probes, const CostProbe& options) {
  const auto run = [](TimedProbe& probe, std::size_t size) {
    if (probe.setup) probe.setup(size);
    const Stopwatch watch;
    probe.computation(size);
    return watch.seconds();
  };
  for (TimedProbe& probe : probes) {
    probe.times.resize(options.draws.size());
    for (std::size_t size = 0; size < options.draws.size(); ++size) run(probe, size);
  }
  const Stopwatch watch;
  for (int round = 0; round < kMaxRounds; ++round) {
    if (round >= options.min_rounds && watch.seconds() > options.max_seconds) break;
    for (TimedProbe& probe : probes)
      for (std::size_t size = 0; size < options.draws.size(); ++size) probe.times[size].push_back(run(probe, size));
  }
}

}  // namespace g2t
