// How the messages are put together.
#include <g2t/core/invalid_setting.hpp>

namespace g2t {

InvalidSetting::InvalidSetting(const std::string& setting, const std::string& value, const std::string& reason)
    : InvalidArgument("fit", setting, value, with_settings_named(reason, Wording::Fields)),
      setting_(setting),
      value_(value),
      reason_(reason) {}

std::string InvalidSetting::message(Wording wording) const {
  const std::string value = wording == Wording::Fields ? value_ : "'" + value_ + "'";
  return setting_name(setting_, wording) + " = " + value + ": " + with_settings_named(reason_, wording);
}

}  // namespace g2t
