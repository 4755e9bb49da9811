// One character of UTF-8 after the other; what is none is shown byte by byte.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <g2t/core/printable.hpp>

namespace g2t {
namespace {

struct Character {
  std::size_t length = 0;  // 0: the first byte begins no character
  std::uint32_t code = 0;
};

Character first_character(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t length = lead >= 0xF5 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || length > text.size()) return {};
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool is_too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool is_half_of_a_pair = code >= 0xD800 && code < 0xE000;
  return is_too_long || is_half_of_a_pair || code > 0x10FFFF ? Character{} : Character{length, code};
}

bool is_control(std::uint32_t code) {
  const bool turns_text_around = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7F && code < 0xA0) || turns_text_around;
}

// Each character as it is, or what `escaped(character, bytes)` makes of one that a terminal would obey or cannot show.
template <class Escaped>
std::string with_escapes(std::string_view text, const Escaped& escaped) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_character(text);
    const std::string_view bytes = text.substr(0, next.length == 0 ? 1 : next.length);
    out += next.length > 0 && !is_control(next.code) ? std::string(bytes) : escaped(next, bytes);
    text.remove_prefix(bytes.size());
  }
  return out;
}

bool is_inside_a_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string printable(std::string_view text) {
  return with_escapes(text, [](const Character&, std::string_view bytes) {
    std::string out;
    for (const char c : bytes) out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    return out;
  });
}

std::string printable_line(std::string_view text) {
  std::string line = printable(text);
  std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::string without_middle(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const std::size_t kept = most - 3;
  std::size_t end = kept - kept / 3, begin = text.size() - kept / 3;
  while (end > 0 && is_inside_a_character(text[end])) --end;
  while (begin < text.size() && is_inside_a_character(text[begin])) ++begin;
  return std::string(text.substr(0, end)) + "..." + std::string(text.substr(begin));
}

std::string printable_json(std::string_view text) {
  return with_escapes(text, [](const Character& character, std::string_view bytes) {
    return character.length == 0 ? std::string(bytes) : fmt::format("\\u{:04x}", character.code);
  });
}

}  // namespace g2t
