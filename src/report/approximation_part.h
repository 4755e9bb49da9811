// The Gaussian q that a fit found.
#pragma once

#include <g2t/core/json.hpp>
#include <string>

namespace g2t::report {

/// Behind a fold: its parameters with intervals, on the unconstrained scale. Empty for null.
std::string approximation_part(const Json& approximation);

}  // namespace g2t::report
