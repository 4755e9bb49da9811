// Eight draws packed for a kernel: [column][parameter 8, gradient 8], aligned.
#pragma once

#include <cstddef>
#include <g2t/core/types.hpp>
#include <memory>
#include <new>

namespace g2t {

/// Draws that a kernel takes at once.
inline constexpr Index kLaneCount = 8;

/// How many draws at the end of a batch are quicker one by one, if `few` are quicker so than a block of lanes.
inline Index draws_left_alone(Index draw_count, Index few) {
  const Index rest = draw_count % kLaneCount;
  return rest <= few ? rest : 0;
}

/// Aligned doubles, not initialised; freed with the buffer.
class AlignedBuffer {
 public:
  explicit AlignedBuffer(std::size_t size)
      : data_(static_cast<double*>(::operator new[](size * sizeof(double), kAlignment))) {}

  [[nodiscard]] double* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(double* data) const { ::operator delete[](data, kAlignment); }
  };
  std::unique_ptr<double[], Delete> data_;
};

/// A block of draws, repacked from and to the [draw_count x dimension] batch.
class LaneBlock {
 public:
  explicit LaneBlock(Index dimension);

  /// Takes draws first, first + 1, ...; past the last the block is filled with copies of it.
  void load(const Matrix& draws, Index first);
  /// Adds the block's results to those of its draws.
  void add_to(Index first, Vector& log_density, Matrix& score) const;
  void add_density_to(Index first, Vector& log_density) const;

  [[nodiscard]] double* parameters() { return buffer_.data(); }
  [[nodiscard]] double* gradient() { return buffer_.data() + kLaneCount; }
  [[nodiscard]] double* log_likelihood() { return buffer_.data() + 2 * kLaneCount * dimension_; }

 private:
  Index dimension_;
  AlignedBuffer buffer_;
};

}  // namespace g2t
