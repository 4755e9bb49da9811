// A Gaussian q as plain data: what families hold, models integrate over and files store.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// Which entries of the covariance a family can move, and so which entries of an expected Hessian it needs.
enum class Structure { Diagonal, Dense };

/// N(mean, diag(scale)^2) or N(mean, cholesky * cholesky^T).
struct Gaussian {
  Structure structure = Structure::Diagonal;
  Vector mean;      ///< [dimension]
  Vector scale;     ///< [dimension], positive standard deviations; empty if Dense
  Matrix cholesky;  ///< [dimension x dimension], lower triangular, zeros above; empty if Diagonal

  [[nodiscard]] Index dimension() const { return mean.size(); }
};

/// N(mean, scale^2 I) in the given structure.
Gaussian isotropic_gaussian(Structure structure, const Vector& mean, double scale);

/// Standard deviation of every coordinate, [dimension].
Vector standard_deviations(const Gaussian& q);

/// Entropy in nats: the sum of the logarithms of the scale's diagonal plus d/2 log(2 pi e).
double entropy(const Gaussian& q);

/// z = mean + A xi for every row xi of `normals`; draws is resized to its shape [draw_count x dimension].
void transform_normals(const Gaussian& q, const Matrix& normals, Matrix& draws);

/// log q(z) for z = transform(xi), [draw_count], from the normals that made the draws.
Vector log_density_of_normals(const Gaussian& q, const Matrix& normals);

/// "mean-field" or "full-rank".
std::string family_name(Structure structure);

}  // namespace g2t
