// Products of the three factors.
#include <core/decompositions.h>
#include <families/turned_root.h>

#include <algorithm>

namespace g2t {

TurnedRoot::TurnedRoot(const Gaussian& q)
    : scale_(q.scale),
      basis_(q.basis),
      root_(q.variances.cwiseSqrt().array() - 1),
      inverse_root_(q.variances.cwiseSqrt().cwiseInverse().array() - 1),
      turned_(q.dimension(), 0),
      turn_(0, 0) {}

Matrix TurnedRoot::times(const Matrix& rows) const {
  const Matrix turned = is_twisted() ? untwisted(rows) : rows;
  return inner_times(turned.transpose()).transpose() * scale_.asDiagonal();
}

Matrix TurnedRoot::transposed_times(const Matrix& rows) const {
  const Matrix out = inner_times(scale_.asDiagonal() * rows.transpose()).transpose();
  if (!is_twisted()) return out;
  return out + (out * turned_) * turn_ * turned_.transpose();
}

Vector TurnedRoot::solve_transposed(const Vector& x) const {
  const Vector straight = is_twisted() ? Vector(untwisted(x.transpose()).transpose()) : x;
  return inner_solve(straight).col(0).cwiseQuotient(scale_);
}

// (I + Q C Q^T) (I + P D P^T) in an orthonormal basis of both.
void TurnedRoot::twist(const Matrix& columns, const Matrix& turn) {
  const Index d = columns.rows(), count = std::min(d, columns.cols() + turned_.cols());
  Matrix both(d, columns.cols() + turned_.cols());
  both << columns, turned_;
  const Qr factor = qr(both);
  const Matrix r = factor.packed.topRows(count).triangularView<Eigen::Upper>();
  const Matrix identity = Matrix::Identity(count, count), a = r.leftCols(columns.cols()), b = r.rightCols(turned_.cols());
  const Matrix first = identity + a * (turn - Matrix::Identity(turn.rows(), turn.cols())) * a.transpose(),
               second = identity + b * turn_ * b.transpose();
  Matrix padded = Matrix::Zero(d, count);
  padded.topRows(count) = identity;
  turned_ = q_times(factor, padded);
  turn_ = first * second - identity;
}

}  // namespace g2t
