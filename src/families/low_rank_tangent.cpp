// The three parts, N . N, N . W and W . W, are orthogonal.
#include <families/low_rank_tangent.h>

namespace g2t {
namespace {

Matrix symmetrized(const Matrix& m) { return 0.5 * (m + m.transpose()); }

}  // namespace

LowRankTangents::LowRankTangents(const Matrix& basis) : basis_(basis), squares_(basis) {}

double LowRankTangents::product(const LowRankTangent& a, const LowRankTangent& b) const {
  const Matrix inner_a = basis_.transpose() * a.along, inner_b = basis_.transpose() * b.along;
  const double across = a.along.cwiseProduct(b.along).sum() - inner_a.cwiseProduct(inner_b).sum();
  return a.scales.dot(squares_.times(b.scales).col(0)) + 2 * across +
         symmetrized(inner_a).cwiseProduct(symmetrized(inner_b)).sum();
}

Matrix LowRankTangents::dual(const LowRankTangent& a) const {
  const Matrix inner = basis_.transpose() * a.along;
  return 2 * (a.along - basis_ * inner) + basis_ * symmetrized(inner);
}

Matrix LowRankTangents::cleaned(const Matrix& along) const {
  const Matrix inner = basis_.transpose() * along;
  return along + 0.5 * basis_ * (inner.transpose() - inner);
}

// N X N = X - W (X W)^T - X W W^T + W (W^T X W) W^T.
Vector LowRankTangents::complement_diagonal(const Vector& diagonal, const Matrix& products) const {
  const Matrix inner = basis_.transpose() * products;
  return diagonal + (basis_ * inner - 2 * products).cwiseProduct(basis_).rowwise().sum();
}

Matrix LowRankTangents::beside_diagonal(const LowRankTangent& a) const {
  const Matrix scaled = a.scales.asDiagonal() * basis_, along = cleaned(a.along);
  const Matrix inner = basis_.transpose() * (scaled - along);
  return along - scaled + 0.5 * basis_ * inner;
}

}  // namespace g2t
