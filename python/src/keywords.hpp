// Options under the names that Python's keywords have.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace g2t::python {

/// Pairs of an option's name, without dashes, and its text.
using Given = std::vector<std::pair<std::string, std::string>>;

/// A message with options as keywords: "--time-budget" becomes time_budget, "--family full-rank" family = full-rank, and
/// "--no-intercept" intercept = False.
std::string in_keywords(const std::string& message);

/// "time-budget" as a keyword: time_budget. Of "no-intercept": intercept, which is its opposite; of "stan-backend": backend.
std::string keyword_of(const std::string& option);

}  // namespace g2t::python
