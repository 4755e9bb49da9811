// Log likelihood of a one-layer ReLU network with normal noise for one draw, eight rows at a time.
#pragma once

#include "kernels/network_rows.h"

namespace g2t::kernels {

/// What network_rows() finds for a draw with these parameters, to the last bit, without its gradient: an eighth of the work
/// of going forward with eight draws.
/// @param parameters  [log_noise + 1]
double network_density(const NetworkRows& rows, const double* parameters);

}  // namespace g2t::kernels
