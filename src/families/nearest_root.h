// Of all square roots of a covariance, the one that is symmetric in the coordinates of another root.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <string>

namespace g2t {

/// L O with O orthogonal and frame^-1 L O symmetric positive definite. With M L and M frame in place of L and frame it
/// is M L O, whatever triangle M L is kept as.
/// @param cholesky  L, [d x d], lower triangular, positive diagonal
/// @param frame     [d x d], invertible
Matrix nearest_root(const Matrix& cholesky, const Matrix& frame);

/// @throws InvalidArgument if root has another size than q or root root^T is not q's covariance to 1e-6 of its sds
void check_root(const std::string& function, const Gaussian& q, const Matrix& root);

}  // namespace g2t
