// Factorisations of dense matrices as plain functions, so that one source alone compiles them.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// L L^T of a symmetric matrix.
struct Cholesky {
  Matrix lower;              ///< L, zero above the diagonal
  bool is_definite = false;  ///< false: the matrix is not positive definite, and `lower` is of no use
};
/// Reads the lower triangle alone; a matrix with NaN may pass as definite.
[[nodiscard]] Cholesky cholesky(const Matrix& matrix);
[[nodiscard]] bool is_positive_definite(const Matrix& matrix);

/// L^-1 b of the lower triangle L of a matrix.
[[nodiscard]] Vector solve_lower(const Matrix& lower, const Vector& b);
[[nodiscard]] Matrix solve_lower(const Matrix& lower, const Matrix& b);
/// L^-T b.
[[nodiscard]] Vector solve_lower_transposed(const Matrix& lower, const Vector& b);
[[nodiscard]] Matrix solve_lower_transposed(const Matrix& lower, const Matrix& b);
/// (L L^T)^-1 b.
[[nodiscard]] Vector solve_cholesky(const Matrix& lower, const Vector& b);
[[nodiscard]] Matrix solve_cholesky(const Matrix& lower, const Matrix& b);

/// matrix^-1 b by the pivoted L D L^T of a symmetric matrix, which may be singular.
[[nodiscard]] Matrix solve_symmetric(const Matrix& matrix, const Matrix& b);

/// Eigenvalues, ascending, of a symmetric matrix, and its eigenvectors as columns.
struct SymmetricEigen {
  Vector values;
  Matrix vectors;
};
[[nodiscard]] SymmetricEigen symmetric_eigen(const Matrix& matrix);
[[nodiscard]] Vector symmetric_eigenvalues(const Matrix& matrix);

/// Q R by Householder reflections.
struct Qr {
  Matrix packed;        ///< R in the upper triangle, reflections below
  Vector coefficients;  ///< of the reflections
};
[[nodiscard]] Qr qr(const Matrix& matrix);
/// Q `matrix`, of as many rows as what was factored.
[[nodiscard]] Matrix q_times(const Qr& qr, const Matrix& matrix);
/// The orthogonal Q of a square matrix for which R has a positive diagonal.
[[nodiscard]] Matrix orthogonal_factor(const Matrix& matrix);
/// L with a positive diagonal for which L L^T = `matrix`^T `matrix`, a product that is never formed.
[[nodiscard]] Matrix cholesky_of_gram(const Matrix& matrix);

}  // namespace g2t
