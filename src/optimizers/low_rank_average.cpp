// Sums of low-rank matrices are made low-rank again by their largest eigenvalues.
#include <g2t/optimizers/low_rank_average.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace g2t {
namespace {

constexpr Index kSpareDirections = 4;  // directions beyond twice the rank

// The `count` directions with the largest eigenvalues.
Directions largest_directions(const Directions& all, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(all.count()));
  std::iota(order.begin(), order.end(), Index{0});
  const Vector sizes = (all.variances.array() - 1).abs();
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sizes[a] > sizes[b]; });
  order.resize(static_cast<std::size_t>(std::min(count, all.count())));
  return {all.basis(Eigen::all, order), all.variances(order)};
}

}  // namespace

void LowRankAverage::add(const Gaussian& q) {
  ++count_;
  rank_ = q.rank();
  const double weight = 1.0 / static_cast<double>(count_);
  const Index d = q.dimension();
  if (count_ == 1) {
    mean_.setZero(d);
    precisions_.setZero(d);
    logarithm_ = {Matrix(d, 0), Vector()};
  }
  mean_ += weight * (q.mean - mean_);
  precisions_ += weight * (q.scale.cwiseAbs2().cwiseInverse() - precisions_);
  const Index before = logarithm_.count();
  Matrix both(d, before + rank_);
  both << logarithm_.basis, q.basis;
  Vector inner(before + rank_);
  inner << (1 - weight) * (logarithm_.variances.array() - 1).matrix(), weight * q.variances.array().log().matrix();
  logarithm_ = largest_directions(directions_of(both, inner.asDiagonal()), 2 * rank_ + kSpareDirections);
}

Gaussian LowRankAverage::average() const {
  return low_rank_gaussian(mean_, precisions_.cwiseSqrt().cwiseInverse(),
                           {logarithm_.basis, (logarithm_.variances.array() - 1).exp()}, rank_);
}

}  // namespace g2t
