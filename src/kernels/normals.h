// Threefry-4x64-20 streams of words, uniforms and normals, eight counters at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace g2t::kernels {

struct StreamWords {
  std::uint64_t seed, purpose, iteration;
};

/// Numbers come in blocks of this size: eight counters of four words.
inline constexpr std::size_t kNormalsBlock = 32;

/// out[i], i < count: the numbers first + i of the stream. @pre first and count are multiples of kNormalsBlock.
void fill_normals(StreamWords key, std::uint64_t first, std::size_t count, double* out);
void fill_uniforms(StreamWords key, std::uint64_t first, std::size_t count, double* out);
void fill_words(StreamWords key, std::uint64_t first, std::size_t count, std::uint64_t* out);

}  // namespace g2t::kernels
