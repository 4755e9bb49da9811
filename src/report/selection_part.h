// One selection of a fit: bars of squared norm, time and product, and the table under them.
#pragma once

#include <g2t/core/json.hpp>

#include <string>

namespace g2t::report {

/// @param number  of the selection, from 1
std::string selection_part(const Json& selection, int number);

}  // namespace g2t::report
