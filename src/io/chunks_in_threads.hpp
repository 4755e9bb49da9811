// Chunks of a text worked on in threads, their results taken in the text's order.
#pragma once

#include <cstddef>
#include <functional>
#include <g2t/core/types.hpp>
#include <io/text_chunks.hpp>
#include <string_view>

namespace g2t::io {

/// What is done with chunks. A worker, from 0, has one chunk at a time, which stays until it takes the next.
struct ChunkWork {
  /// In the worker's thread, beside others.
  std::function<void(std::size_t worker, std::string_view text)> work;
  /// What worker's chunk has given, chunk after chunk, one at a time; false: no more are needed.
  std::function<bool(std::size_t worker)> take;
};

/// Calls work(), then take(), for all chunks. What the first of them in the text's order throws is thrown, whatever the number of
/// threads; what reading throws comes after the chunks before it, unless no more were needed.
void in_threads(TextChunks& chunks, Index threads, const ChunkWork& steps);

}  // namespace g2t::io
