// Settings have two wordings; other wrong use begins with the name of a function.
#include <g2t/core/invalid_setting.hpp>
#include <g2t/program/text/message.hpp>

#include <algorithm>
#include <cctype>

namespace g2t {
namespace {

bool is_function_name(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == ':'; });
}

}  // namespace

std::string message_of(const std::exception& error) {
  const auto* const setting = dynamic_cast<const InvalidSetting*>(&error);
  std::string text = setting != nullptr ? setting->message(Wording::CommandLine) : error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (setting == nullptr && dynamic_cast<const InvalidArgument*>(&error) != nullptr) {
    const std::size_t end = text.find(": ");
    if (end != std::string::npos && is_function_name(text.substr(0, end))) text.erase(0, end + 2);
  }
  return text;
}

}  // namespace g2t
