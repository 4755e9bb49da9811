// Checks that every family makes of a given Gaussian.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <string>

namespace g2t {

/// @param dimension  of the family; 0: not fixed yet
/// @throws InvalidArgument naming what is wrong with q
void check_gaussian(const std::string& function, const Gaussian& q, Structure structure, Index dimension);

}  // namespace g2t
