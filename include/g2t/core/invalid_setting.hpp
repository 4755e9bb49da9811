// An invalid setting, in the wording of C++ fields or of the command line.
#pragma once

#include <g2t/core/errors.hpp>
#include <g2t/core/wording.hpp>

#include <string>

namespace g2t {

/// An InvalidArgument about a setting. Its what() is for those who set fields; message() is for either reader.
class InvalidSetting : public InvalidArgument {
 public:
  /// @param setting  its name, "time_budget"
  /// @param reason   names other settings as with_settings_named() takes them
  InvalidSetting(const std::string& setting, const std::string& value, const std::string& reason);

  [[nodiscard]] const std::string& setting() const { return setting_; }
  [[nodiscard]] const std::string& value() const { return value_; }

  /// "time_budget = -1: must be positive", or "--time-budget = '-1': must be positive".
  [[nodiscard]] std::string message(Wording wording) const;

 private:
  std::string setting_, value_, reason_;
};

}  // namespace g2t
