// Functions that Stan has no longer, and what they are called now.
#pragma once

#include <string>

namespace g2t::stan {

/// Of one that has another name and the same arguments: "lmultiply" of "multiply_log"; empty if there is none.
std::string renamed_function(const std::string& name);

/// Of the logarithm of a density, mass, or distribution function as it once was: "normal_lpdf" of "normal_log",
/// "normal_lccdf" of "normal_ccdf_log"; empty if it is none.
std::string renamed_density(const std::string& name);

}  // namespace g2t::stan
