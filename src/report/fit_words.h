// A fit's diagnostics and times in words.
#pragma once

#include <g2t/core/json.hpp>

#include <string>
#include <vector>

namespace g2t::report {

/// "0.5 s: 0.1 s reading, 6.3 ms selecting, 0.3 s steps": the time waited and its parts, or those of a cost table's run.
std::string times_in_words(const Json& seconds);
/// A sentence for each count that is not zero.
std::vector<std::string> diagnostics_in_words(const Json& diagnostics);

}  // namespace g2t::report
