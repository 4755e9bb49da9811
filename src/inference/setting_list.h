// The table of settings: name, whose run heeds it, and its value as text.
#pragma once

#include <g2t/inference/options.hpp>

#include <string>
#include <vector>

namespace g2t {

/// Which runs heed a setting.
enum class SettingScope { Any, Natural, Plain };

struct SettingSpec {
  std::string name;  ///< "time_budget"
  SettingScope scope = SettingScope::Any;
  bool (*differs)(const FitOptions&, const FitOptions&) = nullptr;
  std::string (*text)(const FitOptions&) = nullptr;
};

const std::vector<SettingSpec>& setting_list();

/// The present value of one of them, as text.
std::string setting_text(const FitOptions& options, const std::string& name);

}  // namespace g2t
