// Settings of g2t study.
#pragma once

#include "arguments.hpp"

#include <g2t/study/plan.hpp>

#include <optional>

namespace g2t::cli {

/// The requested settings, over those of a resumed study or of a preset.
/// @throws UsageError if an option is invalid, or fixed in the resumed study
[[nodiscard]] StudySettings study_settings(const Arguments& arguments, const std::optional<StudyPlan>& before);

}  // namespace g2t::cli
