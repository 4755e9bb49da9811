// Rounds end when the time is up, but not before there are enough for a median.
#include <inference/choice/timed_probes.h>

#include <algorithm>
#include <chrono>

namespace g2t {
namespace {

using Steady = std::chrono::steady_clock;

constexpr int kMaxRounds = 31;

double seconds_since(Steady::time_point begin) { return std::chrono::duration<double>(Steady::now() - begin).count(); }

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
    const Steady::time_point start = Steady::now();
    probe.work(size);
    return seconds_since(start);
  };
  for (TimedProbe& probe : probes) {
    probe.times.resize(options.draws.size());
    for (std::size_t size = 0; size < options.draws.size(); ++size) run(probe, size);
  }
  const Steady::time_point begin = Steady::now();
  for (int round = 0; round < kMaxRounds; ++round) {
    if (round >= options.min_rounds && seconds_since(begin) > options.max_seconds) break;
    for (TimedProbe& probe : probes)
      for (std::size_t size = 0; size < options.draws.size(); ++size) probe.times[size].push_back(run(probe, size));
  }
}

}  // namespace g2t
