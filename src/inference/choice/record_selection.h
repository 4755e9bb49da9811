// What a selection leaves in a run's result: counts of draws, its table, or a failure.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/core/costs.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/inference/choice/selector.hpp>
#include <g2t/inference/result.hpp>

namespace g2t {

/// Anchors all terms at q, counts the draws, and charges the clock by the costs, if they are known.
/// @param costs  null: not known
/// @returns the seconds that it took, by the clock
double anchor_terms(const TermSet& terms, const Family& q, const Costs* costs, Clock& clock, FitResult& result);

/// Counts a selection's draws, and adds its table to the result.
/// @param is_stopped  by a request: then a selection without a choice has not failed
/// @returns true if there is a choice
bool record_selection(const SelectorReport& report, Index iteration, bool is_stopped, const Clock& clock,
                      FitResult& result);

}  // namespace g2t
