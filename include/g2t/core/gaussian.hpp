// A Gaussian q as plain data: what families hold, models integrate over and files store.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// Which entries of the covariance a family can move, and so which entries of an expected Hessian it needs.
enum class Structure { Diagonal, Dense, LowRank };

/// N(mean, A A^T) with A = diag(scale), A = cholesky, or A = diag(scale) (I + basis diag(sqrt(variances) - 1) basis^T).
struct Gaussian {
  Structure structure = Structure::Diagonal;
  Vector mean;       ///< [dimension]
  Vector scale;      ///< [dimension], positive: the standard deviations if Diagonal; empty if Dense
  Matrix cholesky;   ///< [dimension x dimension], lower triangular, zeros above; empty unless Dense
  Matrix basis{};      ///< [dimension x rank], orthonormal columns: directions in units of the scale; empty unless LowRank
  Vector variances{};  ///< [rank], positive: variances along them, in those units; 1 elsewhere; empty unless LowRank

  [[nodiscard]] Index dimension() const { return mean.size(); }
  /// Of the low-rank part.
  [[nodiscard]] Index rank() const { return variances.size(); }
};

/// N(mean, scale^2 I) in the given structure, of rank 0 if LowRank.
Gaussian isotropic_gaussian(Structure structure, const Vector& mean, double scale);

/// Standard deviation of every coordinate, [dimension].
Vector standard_deviations(const Gaussian& q);

/// A x for every row x, [n x dimension].
Matrix times_root(const Gaussian& q, const Matrix& rows);
/// A^T x for every row x.
Matrix times_root_transposed(const Gaussian& q, const Matrix& rows);
/// A^-1 x for every row x.
Matrix solve_root(const Gaussian& q, const Matrix& rows);
/// A^-T x for every row x.
Matrix solve_root_transposed(const Gaussian& q, const Matrix& rows);
/// A, [dimension x dimension]: for few parameters.
Matrix dense_root(const Gaussian& q);
/// The same distribution as a dense one. Cost: O(dimension^3).
Gaussian dense_gaussian(const Gaussian& q);

/// Entropy in nats: log |det A| plus d/2 log(2 pi e).
double entropy(const Gaussian& q);

/// z = mean + A xi for every row xi of `normals`; draws is resized to its shape [draw_count x dimension].
void transform_normals(const Gaussian& q, const Matrix& normals, Matrix& draws);

/// log q(z) for z = transform(xi), [draw_count], from the normals that made the draws.
Vector log_density_of_normals(const Gaussian& q, const Matrix& normals);

/// "mean-field", "full-rank" or "low-rank".
std::string family_name(Structure structure);

}  // namespace g2t
