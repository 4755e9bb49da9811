// The part of a page that a study fills.
#pragma once

#include <g2t/study/summary.hpp>

#include <string>
#include <vector>

namespace g2t::report {

/// The headings of models have the ids model-1, model-2, ... in the summary's order; that of the study is "study".
/// @param summary  of these records
std::string study_section(const std::vector<RunRecord>& records, const StudySummary& summary);

}  // namespace g2t::report
