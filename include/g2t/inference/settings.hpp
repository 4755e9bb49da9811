// The settings of a fit by name, and the one check that every way to set them goes through.
#pragma once

#include <g2t/core/invalid_setting.hpp>
#include <g2t/inference/options.hpp>

#include <string>
#include <utility>
#include <vector>

namespace g2t {

/// Settings that someone has given, by name ("time_budget"), with their values as texts for messages.
using GivenSettings = std::vector<std::pair<std::string, std::string>>;

/// Those that differ from their defaults, in these coordinates and in general.
GivenSettings changed_settings(const FitOptions& options);

/// Refuses values that are out of range, settings that contradict one another, and given ones that the fit would ignore.
///
/// What needs the model is plan_fit()'s.
/// @throws InvalidSetting
void check_settings(const FitOptions& options, const GivenSettings& given);

}  // namespace g2t
