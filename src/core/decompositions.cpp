// Eigen's factorisations; every other source does with <Eigen/Core>.
#include <core/decompositions.h>

#include <Eigen/Dense>

namespace g2t {
namespace {

template <class Right>
Right lower_solution(const Matrix& lower, const Right& b) {
  return lower.triangularView<Eigen::Lower>().solve(b);
}

template <class Right>
Right transposed_solution(const Matrix& lower, const Right& b) {
  return lower.transpose().triangularView<Eigen::Upper>().solve(b);
}

}  // namespace

Cholesky cholesky(const Matrix& matrix) {
  const Eigen::LLT<Matrix> factor(matrix);
  return {factor.matrixL(), factor.info() == Eigen::Success};
}

bool is_positive_definite(const Matrix& matrix) { return Eigen::LLT<Matrix>(matrix).info() == Eigen::Success; }

Vector solve_lower(const Matrix& lower, const Vector& b) { return lower_solution(lower, b); }
Matrix solve_lower(const Matrix& lower, const Matrix& b) { return lower_solution(lower, b); }

Vector solve_lower_transposed(const Matrix& lower, const Vector& b) { return transposed_solution(lower, b); }
Matrix solve_lower_transposed(const Matrix& lower, const Matrix& b) { return transposed_solution(lower, b); }

Vector solve_cholesky(const Matrix& lower, const Vector& b) {
  return solve_lower_transposed(lower, solve_lower(lower, b));
}
Matrix solve_cholesky(const Matrix& lower, const Matrix& b) {
  return solve_lower_transposed(lower, solve_lower(lower, b));
}

Matrix solve_symmetric(const Matrix& matrix, const Matrix& b) { return Eigen::LDLT<Matrix>(matrix).solve(b); }

SymmetricEigen symmetric_eigen(const Matrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(matrix);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

Vector symmetric_eigenvalues(const Matrix& matrix) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

Qr qr(const Matrix& matrix) {
  const Eigen::HouseholderQR<Matrix> factor(matrix);
  return {factor.matrixQR(), factor.hCoeffs()};
}

Matrix q_times(const Qr& qr, const Matrix& matrix) {
  return Eigen::HouseholderSequence<Matrix, Vector>(qr.packed, qr.coefficients) * matrix;
}

Matrix orthogonal_factor(const Matrix& matrix) {
  const Eigen::HouseholderQR<Matrix> factor(matrix);
  const Vector signs = factor.matrixQR().diagonal().unaryExpr([](double r) { return r < 0 ? -1.0 : 1.0; });
  return Matrix(factor.householderQ()) * signs.asDiagonal();
}

Matrix cholesky_of_gram(const Matrix& matrix) {
  const Eigen::HouseholderQR<Matrix> factor(matrix);
  Matrix lower = factor.matrixQR().topRows(matrix.cols()).triangularView<Eigen::Upper>().transpose();
  for (Index j = 0; j < lower.cols(); ++j)
    if (lower(j, j) < 0) lower.col(j) *= -1;
  return lower;
}

}  // namespace g2t
