// Pictures of a fit's draws: histograms, and one pair of parameters.
#pragma once

#include <report/fit_files.h>

#include <string>

namespace g2t::report {

/// A sentence where the file of draws is missing, or is not the summary's.
std::string draws_part(const FitFiles& fit);

}  // namespace g2t::report
