// Eight draws packed for a kernel: [column][parameter 8, gradient 8], aligned.
#include "models/lane_block.hpp"

#include <algorithm>

#include "kernels/lane_columns.h"

namespace g2t {
LaneBlock::LaneBlock(Index dimension)
    : dimension_(dimension), buffer_(static_cast<std::size_t>((2 * dimension + 1) * kLaneCount)) {}

void LaneBlock::load(const Matrix& draws, Index first) {
  const Index count = std::min(kLaneCount, draws.rows() - first);
  if (count == kLaneCount) {
    kernels::load_lane_columns(draws.data() + first, static_cast<std::size_t>(draws.rows()),
                               static_cast<std::size_t>(dimension_), parameters());
    return;
  }
  for (Index column = 0; column < dimension_; ++column) {
    const double* const from = draws.data() + column * draws.rows() + first;
    double* const to = parameters() + 2 * kLaneCount * column;
    std::copy_n(from, count, to);
    std::fill(to + count, to + kLaneCount, from[count - 1]);
    std::fill_n(to + kLaneCount, kLaneCount, 0.0);
  }
}

void LaneBlock::add_density_to(Index first, Vector& log_density) const {
  const Index count = std::min(kLaneCount, log_density.size() - first);
  const double* const sums = buffer_.data() + 2 * kLaneCount * dimension_;
  for (Index k = 0; k < count; ++k) log_density(first + k) += sums[k];
}

void LaneBlock::add_to(Index first, Vector& log_density, Matrix& score) const {
  add_density_to(first, log_density);
  const Index count = std::min(kLaneCount, score.rows() - first);
  if (count == kLaneCount) {
    kernels::add_lane_gradients(buffer_.data(), static_cast<std::size_t>(score.rows()), static_cast<std::size_t>(dimension_),
                                score.data() + first);
    return;
  }
  for (Index column = 0; column < dimension_; ++column) {
    const double* const from = buffer_.data() + 2 * kLaneCount * column + kLaneCount;
    double* const to = score.data() + column * score.rows() + first;
    for (Index k = 0; k < count; ++k) to[k] += from[k];
  }
}

}  // namespace g2t
