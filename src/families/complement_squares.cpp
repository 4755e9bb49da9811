// Conjugate gradients, preconditioned by the diagonal: few steps, since rows of W are short unless the rank is near the
// dimension. There a factorisation is cheaper.
#include <core/decompositions.h>
#include <families/complement_squares.h>

#include <algorithm>

namespace g2t {
namespace {

constexpr double kSmallestResidual = 1e-9;   // of a residual's norm
constexpr double kQuadraticResidual = 1e-3;  // the error of a quadratic form is its square
constexpr double kNoScale = 1e-14;     // a diagonal entry below this is zero to rounding: its scale is W's alone
constexpr double kSingular = 1e-12;  // of a direction's product, of what the diagonal alone would make: nothing is left there
constexpr int kMostProducts = 200;
constexpr Index kDenseRatio = 16, kMostDense = 2000;  // dimension over rank, and dimension, of a factorisation,
constexpr Index kAlwaysDense = 100;                   // and a dimension where it costs next to nothing

}  // namespace

ComplementSquares::ComplementSquares(const Matrix& basis) : basis_(basis) {
  squares_ = basis.rowwise().squaredNorm();
  const Vector diagonal = (1 - squares_.array()).square();
  inverse_diagonal_ = (diagonal.array() > kNoScale).select(diagonal.cwiseInverse(), 0.0);
  const Index complement = basis.rows() - basis.cols();
  is_singular_ = basis.cols() > 0 && (complement * (complement + 1) / 2 < 2 * basis.rows() || (inverse_diagonal_.array() == 0).any());
}

// (N o N) x = x - 2 diag(W W^T) x + diag(W (W^T diag(x) W) W^T).
Matrix ComplementSquares::times(const Matrix& columns) const {
  Matrix out = columns - 2 * squares_.asDiagonal() * columns;
  for (Index k = 0; k < columns.cols(); ++k) {
    const Matrix inner = basis_.transpose() * columns.col(k).asDiagonal() * basis_;
    out.col(k) += (basis_ * inner).cwiseProduct(basis_).rowwise().sum();
  }
  return out;
}

// By eigenvalues, without those that are zero to rounding: of all solutions the shortest.
Matrix ComplementSquares::least_solution(const Matrix& columns) const {
  const Index d = basis_.rows();
  const SymmetricEigen eigen =
      symmetric_eigen((Matrix::Identity(d, d) - basis_ * basis_.transpose()).cwiseAbs2());
  const double least = kSingular * std::max(eigen.values[d - 1], kNoScale);
  const Vector inverse = (eigen.values.array() > least).select(eigen.values.array().inverse(), 0.0);
  return eigen.vectors * inverse.asDiagonal() * (eigen.vectors.transpose() * columns);
}

Matrix ComplementSquares::solve(const Matrix& columns) const { return solve(columns, kSmallestResidual); }

Vector ComplementSquares::inverse_quadratic(const Matrix& columns) const {
  return solve(columns, kQuadraticResidual).cwiseProduct(columns).colwise().sum().transpose();
}

Matrix ComplementSquares::solve(const Matrix& columns, double residual_share) const {
  if (basis_.cols() == 0) return columns;
  const Index d = basis_.rows();
  if (is_singular_ && d <= kMostDense) return least_solution(columns);
  if (factor_.size() == 0 && !is_singular_ && d <= std::clamp(kDenseRatio * basis_.cols(), kAlwaysDense, kMostDense)) {
    const Matrix squares = (Matrix::Identity(d, d) - basis_ * basis_.transpose()).cwiseAbs2();
    const Cholesky found = cholesky(squares);
    if (found.is_definite && found.lower.allFinite()) factor_ = found.lower;
  }
  if (factor_.size() > 0) return solve_cholesky(factor_, columns);
  Matrix x = Matrix::Zero(columns.rows(), columns.cols()), residual = columns;
  for (Index i = 0; i < residual.rows(); ++i)
    if (inverse_diagonal_[i] == 0) residual.row(i).setZero();
  const Vector wanted = residual_share * residual.colwise().norm().transpose();
  Matrix standard = inverse_diagonal_.asDiagonal() * residual, direction = standard;
  const Vector diagonal = (1 - squares_.array()).square();
  Vector product = residual.cwiseProduct(standard).colwise().sum();
  for (int n = 0; n < kMostProducts && (residual.colwise().norm().transpose().array() > wanted.array()).any(); ++n) {
    const Matrix image = times(direction);
    for (Index k = 0; k < x.cols(); ++k) {
      const double along = direction.col(k).dot(image.col(k));
      const double usual = direction.col(k).cwiseAbs2().dot(diagonal);
      if (!(along > kSingular * usual) || !(residual.col(k).norm() > wanted[k])) continue;
      const double step = product[k] / along;
      x.col(k) += step * direction.col(k);
      residual.col(k) -= step * image.col(k);
      standard.col(k) = inverse_diagonal_.cwiseProduct(residual.col(k));
      const double next = residual.col(k).dot(standard.col(k));
      direction.col(k) = standard.col(k) + next / product[k] * direction.col(k);
      product[k] = next;
    }
  }
  return x;
}

}  // namespace g2t
