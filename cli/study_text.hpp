// The tables of a study on a terminal.
#pragma once

#include <g2t/study/summary.hpp>

#include <string>

namespace g2t::cli {

/// Every table with its title and note.
[[nodiscard]] std::string study_text(const StudySummary& summary);

}  // namespace g2t::cli
