// One list of string literals holds all places; one literal has the flags, which name the program's file.
#include <stan/generated_code.h>

#include <cstddef>
#include <string_view>

namespace g2t::stan {
namespace {

constexpr std::string_view kPlaces = "locations_array__ =";
constexpr std::string_view kFlags = "\"stancflags = ";
constexpr char kEndOfPlace = '\0';  // no place has one

// One past the literal that begins at this quote; what it stands for goes to `out`.
std::size_t read_literal(const std::string& text, std::size_t quote, std::string& out) {
  std::size_t at = quote + 1;
  for (; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      ++at;
      out += text[at] == 'n' ? '\n' : text[at] == 't' ? '\t' : text[at];
    } else {
      out += text[at];
    }
  }
  return at + 1;
}

}  // namespace

GeneratedCode split_generated(const std::string& text) {
  GeneratedCode out;
  out.code = text;
  const std::size_t list = text.find(kPlaces);
  if (list == std::string::npos) return out;
  const std::size_t begin = list + kPlaces.size();
  std::size_t at = begin;
  while (at < text.size() && text[at] != ';') {
    if (text[at] != '"') {
      ++at;
      continue;
    }
    out.places.emplace_back();
    at = read_literal(text, at, out.places.back());
  }
  out.code = text.substr(0, begin);
  std::size_t rest = at;
  if (const std::size_t flags = text.find(kFlags, at); flags != std::string::npos) {
    std::string ignored;
    out.code += text.substr(at, flags - at);
    rest = read_literal(text, flags, ignored);
  }
  out.code += rest < text.size() ? text.substr(rest) : "";
  return out;
}

std::string places_text(const std::vector<std::string>& places) {
  std::string text;
  for (const std::string& place : places) text += place + kEndOfPlace;
  return text;
}

std::vector<std::string> places_of(const std::string& text) {
  std::vector<std::string> places;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find(kEndOfPlace, at);
    places.push_back(text.substr(at, end - at));
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return places;
}

std::vector<std::pair<std::string, std::string>> changed_places(const std::vector<std::string>& from,
                                                                const std::vector<std::string>& to) {
  std::vector<std::pair<std::string, std::string>> out;
  if (from.size() != to.size()) return out;
  for (std::size_t k = 0; k < from.size(); ++k)
    if (from[k] != to[k]) out.emplace_back(from[k], to[k]);
  return out;
}

}  // namespace g2t::stan
