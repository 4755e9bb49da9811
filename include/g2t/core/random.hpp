// Counter-based random streams: every number is a pure function of (seed, purpose, iteration, position).
#pragma once

#include <g2t/core/types.hpp>

#include <cstdint>
#include <span>

namespace g2t {

/// What a stream is for, so that no two uses of one seed share numbers.
enum class Purpose : std::uint64_t { Step, Warmup, Race, Selection, Costs, Elbo, Trace, Output, Simulation, Check, Start, Gap, Chains, Rows };

/// Names one stream. Streams with different keys are independent; the same key gives the same numbers anywhere.
struct StreamKey {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::Step;
  std::uint64_t iteration = 0;
};

/// Fills `out` with independent standard normals, resized to nothing: its present size counts.
///
/// Threefry-4x64-20 words through Box-Muller; results do not depend on the number of threads.
/// Cost: a few nanoseconds a number.
/// Source: Salmon et al. (2011), "Parallel random numbers: as easy as 1, 2, 3".
void fill_normals(const StreamKey& key, std::span<double> out);

/// A part of the same: numbers first, first + 1, ... of the stream.
void fill_normals(const StreamKey& key, std::uint64_t first, std::span<double> out);

/// The same for a batch: [draw_count x dimension], filled in storage order.
void fill_normals(const StreamKey& key, Matrix& out);

/// The same in mirrored pairs: row k + draw_count / 2 is minus row k.
/// @throws InvalidArgument if draw_count is odd
void fill_mirrored_normals(const StreamKey& key, Matrix& out);

/// Fills `out` with independent uniforms on (0, 1].
void fill_uniforms(const StreamKey& key, std::span<double> out);
void fill_uniforms(const StreamKey& key, std::uint64_t first, std::span<double> out);

}  // namespace g2t
