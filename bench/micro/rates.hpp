// What this machine can do at most, measured in the run itself, and how near to it a kernel comes.
#pragma once

#include <benchmark/benchmark.h>

namespace g2t::bench {

/// Numbers a second of one core, on the instruction set that the kernels use.
struct Rates {
  double fused = 0;        ///< multiply-adds
  double loads = 0;        ///< doubles from the first-level cache, in whole vectors
  double exponentials = 0;
};

/// Measured anew: the machine's clock changes with its load.
Rates measure_rates();

/// What a kernel has to do for eight draws, in numbers: its least seconds are those of its arithmetic or of its loads.
struct Work {
  double fused = 0;
  double loads = 0;
  double exponentials = 0;

  [[nodiscard]] double least_seconds(const Rates& rates) const;
};

/// Seconds that this thread has had a processor: other programs do not count.
double thread_seconds();

/// Times body(), which takes eight draws; reports microseconds a draw and the least ones over them. Rates are measured before
/// and after, and the means of both count.
template <class Body>
void time_against_roofline(benchmark::State& state, const Work& work, Body body) {
  const Rates before = measure_rates();
  const double start = thread_seconds();
  for (auto _ : state) body();
  const double seconds = (thread_seconds() - start) / static_cast<double>(state.iterations());
  const Rates after = measure_rates();
  state.counters["us_per_draw"] = 1e6 * seconds / 8;
  state.counters["fraction_of_roofline"] = 0.5 * (work.least_seconds(before) + work.least_seconds(after)) / seconds;
}

}  // namespace g2t::bench
