// Sums of low-rank matrices are made low-rank again by their largest eigenvalues.
#include <g2t/optimizers/low_rank_average.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace g2t {
namespace {

constexpr Index kSpareDirections = 4;  // directions beyond twice the rank
constexpr double kCarriedShare = 0.5;  // of a parameter, in the directions
constexpr Index kMostCarried = 2;      // parameters, times the rank
constexpr double kLeastVariance = 1e-12;

// The `count` directions with the largest eigenvalues.
Directions largest_directions(const Directions& all, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(all.count()));
  std::iota(order.begin(), order.end(), Index{0});
  const Vector sizes = (all.variances.array() - 1).abs();
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sizes[a] > sizes[b]; });
  order.resize(static_cast<std::size_t>(std::min(count, all.count())));
  return {all.basis(Eigen::all, order), all.variances(order)};
}

// I + C (basis diag(variances - 1) basis^T) C + C^2 - I, where C is the identity but for some parameters.
Directions rescaled(const Directions& q, const std::vector<Index>& parameters, const Vector& factors) {
  const Index count = q.count(), more = static_cast<Index>(parameters.size());
  Matrix columns = Matrix::Zero(q.basis.rows(), count + more);
  columns.leftCols(count) = q.basis;
  Vector inner(count + more);
  inner << q.variances.array() - 1, factors.array().square() - 1;
  for (Index k = 0; k < more; ++k) {
    const Index parameter = parameters[static_cast<std::size_t>(k)];
    columns.row(parameter) *= factors[k];
    columns(parameter, count + k) = 1;
  }
  Directions out = directions_of(columns, inner.asDiagonal());
  out.variances = out.variances.cwiseMax(kLeastVariance);
  return out;
}

}  // namespace

void LowRankAverage::add(const Gaussian& q) {
  ++count_;
  rank_ = q.rank();
  const double weight = 1.0 / static_cast<double>(count_);
  const Index d = q.dimension();
  if (count_ == 1) {
    mean_.setZero(d);
    carried_.clear();
    logarithm_ = {Matrix(d, 0), Vector()};
  }
  mean_ += weight * (q.mean - mean_);
  const Vector precisions = q.scale.cwiseAbs2().cwiseInverse();
  if (count_ == 1) precisions_ = precisions;
  find_carried(q);
  Vector changes(static_cast<Index>(carried_.size()));
  std::vector<Index> parameters;
  for (Carried& each : carried_) {
    const double change = std::log(q.scale[each.parameter]) + 0.5 * std::log(precisions_[each.parameter]);
    changes[static_cast<Index>(parameters.size())] = change;
    parameters.push_back(each.parameter);
    each.log_change += weight * (change - each.log_change);
  }
  Vector kept = precisions_(parameters);
  precisions_ += weight * (precisions - precisions_);
  precisions_(parameters) = kept;

  Directions inner{q.basis, q.variances};
  if (!parameters.empty()) inner = rescaled(inner, parameters, changes.array().exp());
  const Index before = logarithm_.count();
  Matrix both(d, before + inner.count());
  both << logarithm_.basis, inner.basis;
  Vector logarithms(before + inner.count());
  logarithms << (1 - weight) * (logarithm_.variances.array() - 1).matrix(), weight * inner.variances.array().log().matrix();
  const Index most = 2 * rank_ + kSpareDirections + static_cast<Index>(parameters.size());
  logarithm_ = largest_directions(directions_of(both, logarithms.asDiagonal()), most);
}

// Those of before had the mean scale, on average.
void LowRankAverage::find_carried(const Gaussian& q) {
  for (Index i = 0; i < q.dimension() && static_cast<Index>(carried_.size()) < kMostCarried * rank_; ++i) {
    const bool is_known = std::any_of(carried_.begin(), carried_.end(), [i](const Carried& each) { return each.parameter == i; });
    if (q.basis.row(i).squaredNorm() >= kCarriedShare && !is_known) carried_.push_back({i, 0});
  }
}

// Written with the mean of the scales' logarithms, where few directions are needed.
Gaussian LowRankAverage::average() const {
  Vector scale = precisions_.cwiseSqrt().cwiseInverse();
  Directions inner{logarithm_.basis, (logarithm_.variances.array() - 1).exp()};
  if (carried_.empty()) return low_rank_gaussian(mean_, scale, inner, rank_);
  std::vector<Index> parameters;
  Vector factors(static_cast<Index>(carried_.size()));
  for (const Carried& each : carried_) {
    factors[static_cast<Index>(parameters.size())] = std::exp(-each.log_change);
    parameters.push_back(each.parameter);
    scale[each.parameter] *= std::exp(each.log_change);
  }
  return low_rank_gaussian(mean_, scale, rescaled(inner, parameters, factors), rank_);
}

}  // namespace g2t
