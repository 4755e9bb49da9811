// What g2t solve found, as JSON and as text.
#pragma once

#include <g2t/program/files/solve.hpp>
#include <string>

namespace g2t::cli {

/// One JSON object; everything is numbered from 1. With several solutions these are listed under "best".
[[nodiscard]] std::string search_json(const ProblemFile& problem, const SubsetSearch& search, bool lists_best);
/// The choice as text, its weights, and the best few.
[[nodiscard]] std::string search_text(const ProblemFile& problem, const SubsetSearch& search);

/// "at most 3 % more than the best subset": what a search that was stopped has proved of its choice.
[[nodiscard]] std::string proven_gap(const SubsetSearch& search);

}  // namespace g2t::cli
