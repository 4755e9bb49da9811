// The part of a page that a study fills.
#pragma once

#include <g2t/study/run.hpp>

#include <string>
#include <vector>

namespace g2t::report {

/// @param records  at least one
std::string study_section(const std::vector<RunRecord>& records);

}  // namespace g2t::report
