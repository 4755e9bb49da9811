// The table of a fit: what the draws say of each value.
#pragma once

#include <g2t/core/json.hpp>
#include <string>

namespace g2t::report {

/// On the scale that the model declares, where it has one; else the parameters.
const Json& values_of(const Json& summary);

/// The first dozen in sight, all behind a fold.
std::string values_part(const Json& values);

}  // namespace g2t::report
