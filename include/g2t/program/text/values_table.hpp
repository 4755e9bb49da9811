// What the draws say of every value, as a table for people.
#pragma once

#include <g2t/core/types.hpp>
#include <g2t/inference/posterior.hpp>

#include <string>

namespace g2t {

/// Values that a table shows at most.
inline constexpr Index kValuesShown = 10;

/// Mean, sd, quantiles, Monte Carlo error and effective sample size of the first parameters, on the scale that the model
/// declares.
/// @param elsewhere  where those are that are not shown: " (--json prints them)", or nothing
[[nodiscard]] std::string values_table(const QuantitySummary& values, const std::string& elsewhere);

/// "  and 12 more (--json prints them)" in a line of its own; nothing if there are none.
[[nodiscard]] std::string and_more(Index count, const std::string& elsewhere);

}  // namespace g2t
