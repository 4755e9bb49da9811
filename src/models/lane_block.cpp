// Eight draws packed for a kernel: [column][parameter 8, gradient 8], aligned.
#include "models/lane_block.hpp"

#include <algorithm>

namespace g2t {
namespace {

// A number of lanes that is known when this is compiled is worth twice the speed.
using ConstLanes = Eigen::Map<const Eigen::Array<double, kLaneCount, 1>>;
using Lanes = Eigen::Map<Eigen::Array<double, kLaneCount, 1>>;
ConstLanes lanes(const double* at) { return ConstLanes(at); }
Lanes lanes(double* at) { return Lanes(at); }

}  // namespace

LaneBlock::LaneBlock(Index dimension)
    : dimension_(dimension), buffer_(static_cast<std::size_t>((2 * dimension + 1) * kLaneCount)) {}

void LaneBlock::load(const Matrix& draws, Index first) {
  const Index count = std::min(kLaneCount, draws.rows() - first);
  if (count == kLaneCount) {
    for (Index column = 0; column < dimension_; ++column) {
      double* const to = parameters() + 2 * kLaneCount * column;
      lanes(to) = lanes(draws.data() + column * draws.rows() + first);
      lanes(to + kLaneCount).setZero();
    }
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
    for (Index column = 0; column < dimension_; ++column) {
      lanes(score.data() + column * score.rows() + first) += lanes(buffer_.data() + (2 * column + 1) * kLaneCount);
    }
    return;
  }
  for (Index column = 0; column < dimension_; ++column) {
    const double* const from = buffer_.data() + 2 * kLaneCount * column + kLaneCount;
    double* const to = score.data() + column * score.rows() + first;
    for (Index k = 0; k < count; ++k) to[k] += from[k];
  }
}

}  // namespace g2t
