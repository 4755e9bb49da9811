// Who draws from which random stream: one table, and the keys by what they are for.
#pragma once

#include <g2t/core/random.hpp>
#include <g2t/core/types.hpp>

#include <cstdint>
#include <span>

namespace g2t {
namespace streams {

/// The iterations first, ..., first + count - 1 of a purpose, all for one use.
struct Range {
  const char* name;
  Purpose purpose;
  std::uint64_t first = 0, count = 1;
  /// True if a run draws several times from one key, so that what it compares differs by no noise of its own; else once.
  bool is_shared = false;
};

/// Every range that the library draws from. Those of one purpose do not overlap.
std::span<const Range> table();

// Numbers count from 0 and are of one run.

StreamKey step(std::uint64_t seed, Index iteration);
StreamKey warmup(std::uint64_t seed, Index step);
/// @param step  of each of the step sizes that are raced, whichever race it is
StreamKey race(std::uint64_t seed, Index step);

/// A point to start from: the number-th of those within a radius, or of the mixture of path_starts().
StreamKey start_point(std::uint64_t seed, Index number);
/// Points at which a density that is finite at no start is tried.
StreamKey start_probe(std::uint64_t seed);
StreamKey elbo_on_path(std::uint64_t seed);
StreamKey elbo_of_start(std::uint64_t seed);
StreamKey weights_of_start(std::uint64_t seed);
StreamKey random_start(std::uint64_t seed);
StreamKey random_start_step(std::uint64_t seed, Index step);
/// Draws of q at which directions of a low-rank q are looked for.
StreamKey directions(std::uint64_t seed, Index round);

/// @param chunk  batch of a selection, of a gap estimate; or call of what measures costs
StreamKey selection(std::uint64_t seed, Index round, Index chunk);
StreamKey gap(std::uint64_t seed, Index round, Index chunk);
StreamKey costs(std::uint64_t seed, Index round, Index chunk);
/// A step that is made to see how long it takes.
StreamKey timed_step(std::uint64_t seed, Index step);

StreamKey elbo_of_trace(std::uint64_t seed);
/// Of the average of iterates and of the last one.
StreamKey elbo_of_average(std::uint64_t seed);

/// Draws of a normal beside those of a mode.
StreamKey bridge(std::uint64_t seed, Index mode);

/// Which rows make a sample.
StreamKey row_sample(std::uint64_t seed);

StreamKey check_points(std::uint64_t seed);
StreamKey simulation(std::uint64_t seed, Index number);

}  // namespace streams

/// Samples of a posterior: the one that a fit ends with, and the one that is made of its q later.
enum class Sample { Fit, Later };

/// The streams of one of them.
struct SampleStreams {
  std::uint64_t seed = 0;
  Sample sample = Sample::Fit;

  /// Draws of q.
  [[nodiscard]] StreamKey draws() const;
  /// The uniform that resamples them.
  [[nodiscard]] StreamKey resampling() const;
  /// Normals of a proposal of adapted weights, of which each stage has a few.
  [[nodiscard]] StreamKey proposal(Index stage, Index number) const;
  /// Uniforms that make some of those a t.
  [[nodiscard]] StreamKey tails(Index stage, Index number) const;
  /// The same for draws that no proposal is fitted to.
  [[nodiscard]] StreamKey final_proposal(Index number) const;
  [[nodiscard]] StreamKey final_tails(Index number) const;
  /// Of chains: uniforms that resample their starts, momenta of a move, its uniforms.
  [[nodiscard]] StreamKey chain_start() const;
  [[nodiscard]] StreamKey chain_momenta(Index move) const;
  [[nodiscard]] StreamKey chain_uniforms(Index move) const;
  /// What Quantities::compute() takes: the seed itself for the fit, another one later, so that more draws are not drawn
  /// with the same noise.
  [[nodiscard]] std::uint64_t quantities_seed() const;
};

}  // namespace g2t
