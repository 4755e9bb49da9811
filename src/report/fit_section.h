// The part of a page that one fit fills.
#pragma once

#include <report/fit_files.h>

#include <string>

namespace g2t::report {

/// Verdict and warnings, what the draws say, how they were made, and how q was found.
/// @param id  of its heading
std::string fit_section(const FitFiles& fit, const std::string& id);

}  // namespace g2t::report
