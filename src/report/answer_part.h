// How a fit's draws were made, and what the other ways would have cost.
#pragma once

#include <g2t/core/json.hpp>
#include <string>

namespace g2t::report {

/// @param answer, settings  of the summary
std::string answer_part(const Json& answer, const Json& settings);

}  // namespace g2t::report
