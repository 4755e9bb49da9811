// Replaces names in braces, one after the other.
#include <g2t/core/wording.hpp>

#include <algorithm>

namespace g2t {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
}

// What the command line, which names files, calls otherwise.
std::string_view option_name(std::string_view name) {
  if (name == "start") return "init";
  if (name == "recipe") return "estimator";
  return name;
}

}  // namespace

std::string setting_name(std::string_view name, Wording wording) {
  std::string out(wording == Wording::Fields ? name : option_name(name));
  if (wording == Wording::Fields) return out;
  std::replace(out.begin(), out.end(), '_', '-');
  return "--" + out;
}

std::string with_settings_named(std::string_view text, Wording wording) {
  std::string out;
  while (true) {
    const std::size_t begin = text.find('{'), end = text.find('}', begin);
    if (end == std::string_view::npos) return out.append(text);
    const std::string_view inside = text.substr(begin + 1, end - begin - 1);
    const std::size_t equals = inside.find('=');
    const std::string_view name = inside.substr(0, equals);
    out.append(text.substr(0, begin));
    if (!is_name(name)) {
      out.append(text.substr(begin, end + 1 - begin));
    } else {
      out += setting_name(name, wording);
      if (equals != std::string_view::npos)
        out.append(wording == Wording::Fields ? " = " : " ").append(inside.substr(equals + 1));
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace g2t
