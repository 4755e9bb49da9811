// Log likelihood of a Poisson regression on crossed groups for one draw, eight rows at a time.
#pragma once

#include "kernels/poisson_rows.h"

namespace g2t::kernels {

/// What poisson_rows() finds for a draw with these parameters, to the last bit, without its gradient.
/// @param parameters  [highest column + 1]
double poisson_density(const PoissonRows& rows, const double* parameters);

}  // namespace g2t::kernels
