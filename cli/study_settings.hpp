// What g2t study is asked to compare.
#pragma once

#include "arguments.hpp"

#include <g2t/study/plan.hpp>

#include <optional>

namespace g2t::cli {

/// The settings that are asked for, over those of a study that goes on or of a preset.
/// @throws UsageError if an option cannot be had, or is settled in the study that goes on
[[nodiscard]] StudySettings study_settings(const Arguments& arguments, const std::optional<StudyPlan>& before);

}  // namespace g2t::cli
