// The full-rank Gaussian family in plain coordinates.
#pragma once

#include <g2t/core/family.hpp>

#include <memory>

namespace g2t {

/// N(m, L L^T) with coordinates (m ; L), d + d (d + 1) / 2 of them: the raw entries of L, packed by columns.
///
/// A step may carry a diagonal entry of L through zero: its column changes sign, which is the same q.
/// @throws InvalidArgument if q is not dense, is empty or its Cholesky factor has a diagonal that is not positive
std::unique_ptr<Family> make_full_rank(const Gaussian& q);

}  // namespace g2t
