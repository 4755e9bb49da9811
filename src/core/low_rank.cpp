// A thin QR and a small eigenproblem.
#include <core/decompositions.h>
#include <g2t/core/low_rank.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace g2t {
namespace {

constexpr double kLeastMarginal = 1e-3;  // of a marginal variance that is left without the directions that are cut

}  // namespace

Matrix scaled_basis(const Gaussian& q) {
  if (q.rank() == 0) return Matrix(q.dimension(), 0);
  return q.scale.asDiagonal() * q.basis;
}

Directions directions_of(const Matrix& columns, const Matrix& inner) {
  const Index d = columns.rows(), count = columns.cols(), rank = std::min(d, count);
  if (count == 0) return {Matrix(d, 0), Vector()};
  const Qr factor = qr(columns);
  const Matrix r = factor.packed.topRows(rank).triangularView<Eigen::Upper>();
  const Matrix small = r * inner * r.transpose();
  const SymmetricEigen eigen = symmetric_eigen(0.5 * (small + small.transpose()));
  Matrix padded = Matrix::Zero(d, rank);
  padded.topRows(rank) = eigen.vectors;
  return {q_times(factor, padded), 1 + eigen.values.array()};
}

double cost_without(double variance) { return 0.5 * (1 / variance - 1 + std::log(variance)); }

Index count_worth(const Vector& variances, double nats) {
  return std::count_if(variances.begin(), variances.end(), [nats](double v) { return cost_without(v) >= nats; });
}

Gaussian low_rank_gaussian(const Vector& mean, const Vector& scale, const Directions& directions, Index rank) {
  std::vector<Index> order(static_cast<std::size_t>(directions.count()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return cost_without(directions.variances[a]) > cost_without(directions.variances[b]);
  });
  const std::size_t kept = static_cast<std::size_t>(std::min(rank, directions.count()));
  const std::vector<Index> first(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept)),
      rest(order.begin() + static_cast<std::ptrdiff_t>(kept), order.end());
  Gaussian q;
  q.structure = Structure::LowRank;
  q.mean = mean;
  q.scale = scale;
  q.basis = directions.basis(Eigen::all, first);
  q.variances = directions.variances(first);
  if (rest.empty()) return q;
  const Vector excess = directions.basis(Eigen::all, rest).cwiseAbs2() * (directions.variances(rest).array() - 1).matrix();
  q.scale.array() *= (1 + excess.array()).max(kLeastMarginal).sqrt();
  return q;
}

}  // namespace g2t
