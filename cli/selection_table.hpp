// A selection table as text.
#pragma once

#include <g2t/inference/choice/selector.hpp>

#include <string>

namespace g2t::cli {

/// @param point  where it was measured: "the start", "run.q.json"
[[nodiscard]] std::string selection_text(const Selection& selection, const std::vector<SelectionEntry>& by_draws,
                                         const std::string& point);

}  // namespace g2t::cli
