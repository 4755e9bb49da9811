// Cuts streams into the kernels' blocks.
#include <core/stream_recorder.h>
#include <g2t/core/errors.hpp>
#include <g2t/core/random.hpp>

#include <kernels/normals.h>

#include <algorithm>
#include <array>
#include <string>

namespace g2t {
namespace {

kernels::StreamWords words_of(const StreamKey& key) {
  return {key.seed, static_cast<std::uint64_t>(key.purpose), key.iteration};
}

// Runs a kernel that fills whole blocks, through a small buffer for the tail.
template <class Kernel>
void fill_blocks(Kernel kernel, const StreamKey& key, std::span<double> out) {
  StreamRecorder::note(key);
  const std::size_t whole = out.size() / kernels::kNormalsBlock * kernels::kNormalsBlock;
  kernel(words_of(key), 0, whole, out.data());
  if (whole == out.size()) return;
  std::array<double, kernels::kNormalsBlock> tail;
  kernel(words_of(key), whole, tail.size(), tail.data());
  std::copy_n(tail.begin(), out.size() - whole, out.begin() + static_cast<std::ptrdiff_t>(whole));
}

}  // namespace

void fill_normals(const StreamKey& key, std::span<double> out) { fill_blocks(kernels::fill_normals, key, out); }

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

void fill_uniforms(const StreamKey& key, std::span<double> out) { fill_blocks(kernels::fill_uniforms, key, out); }

}  // namespace g2t
