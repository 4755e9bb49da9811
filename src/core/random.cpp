// Cuts streams into the kernels' blocks.
#include <core/stream_recorder.h>
#include <g2t/core/errors.hpp>
#include <g2t/core/random.hpp>
#include <g2t/core/thread_team.hpp>

#include <kernels/normals.h>

#include <algorithm>
#include <array>
#include <string>

namespace g2t {
namespace {

kernels::StreamWords words_of(const StreamKey& key) {
  return {key.seed, static_cast<std::uint64_t>(key.purpose), key.iteration};
}

constexpr std::size_t kNumbersOfAPiece = 64 * kernels::kNormalsBlock;  // some ten microseconds

// Whole blocks, shared by the threads in scope.
template <class Kernel>
void fill_pieces(Kernel kernel, const kernels::StreamWords& words, std::uint64_t first, std::size_t count, double* out) {
  share_pieces((count + kNumbersOfAPiece - 1) / kNumbersOfAPiece, [&](std::size_t piece) {
    const std::size_t begin = piece * kNumbersOfAPiece;
    kernel(words, first + begin, std::min(kNumbersOfAPiece, count - begin), out + begin);
  });
}

// Runs a kernel that fills whole blocks, through a small buffer for those that are needed in part.
template <class Kernel>
void fill_blocks(Kernel kernel, const StreamKey& key, std::uint64_t first, std::span<double> out) {
  StreamRecorder::note(key);
  while (!out.empty()) {
    const std::size_t skipped = static_cast<std::size_t>(first % kernels::kNormalsBlock);
    std::size_t count = out.size() / kernels::kNormalsBlock * kernels::kNormalsBlock;
    if (skipped == 0 && count > 0) {
      fill_pieces(kernel, words_of(key), first, count, out.data());
    } else {
      std::array<double, kernels::kNormalsBlock> block;
      kernel(words_of(key), first - skipped, block.size(), block.data());
      count = std::min(out.size(), block.size() - skipped);
      std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(skipped), count, out.begin());
    }
    first += count;
    out = out.subspan(count);
  }
}

}  // namespace

void fill_normals(const StreamKey& key, std::span<double> out) { fill_normals(key, 0, out); }

void fill_normals(const StreamKey& key, std::uint64_t first, std::span<double> out) {
  fill_blocks(kernels::fill_normals, key, first, out);
}

void fill_normals(const StreamKey& key, Matrix& out) {
  fill_normals(key, std::span<double>(out.data(), static_cast<std::size_t>(out.size())));
}

void fill_mirrored_normals(const StreamKey& key, Matrix& out) {
  if (out.rows() % 2 != 0)
    throw InvalidArgument("fill_mirrored_normals", "draw_count", std::to_string(out.rows()), "antithetic draws come in pairs");
  Matrix half(out.rows() / 2, out.cols());
  fill_normals(key, half);
  out << half, -half;
}

void fill_uniforms(const StreamKey& key, std::span<double> out) { fill_uniforms(key, 0, out); }

void fill_uniforms(const StreamKey& key, std::uint64_t first, std::span<double> out) {
  fill_blocks(kernels::fill_uniforms, key, first, out);
}

}  // namespace g2t
