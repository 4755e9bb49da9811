// A fit's verdict and diagnostics in words.
#pragma once

#include <g2t/core/json.hpp>

#include <string>
#include <vector>

namespace g2t::report {

std::string fit_verdict(const Json& summary);
/// A sentence for each count that is not zero.
std::vector<std::string> diagnostics_in_words(const Json& diagnostics);

}  // namespace g2t::report
