// Digits in groups of three, counted from the right.
#include <g2t/core/counted.hpp>

#include <fmt/format.h>

namespace g2t {

std::string grouped(Index count) {
  constexpr std::size_t kGroup = 3, kMinGrouped = 5;  // digits
  const std::string digits = fmt::format("{}", count < 0 ? -count : count);
  std::string text = count < 0 ? "-" : "";
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const bool begins_group = i > 0 && (digits.size() - i) % kGroup == 0;
    if (begins_group && digits.size() >= kMinGrouped) text += ',';
    text += digits[i];
  }
  return text;
}

std::string counted(Index count, const std::string& noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

}  // namespace g2t
