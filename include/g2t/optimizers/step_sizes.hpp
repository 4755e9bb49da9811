// The step sizes that a run may choose among.
#pragma once

#include <vector>

namespace g2t {

/// The twelve published sizes, 10^(-6 + 3 k / 11) for k = 0 ... 11, ascending.
/// Source: Geffner & Domke (2020), section 5.
std::vector<double> step_size_grid();

}  // namespace g2t
