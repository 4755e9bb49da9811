// One pass that steps over what is no code, and counts braces.
#include <stan/program_blocks.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace g2t::stan {
namespace {

constexpr const char* kSpace = " \t\r\n";

bool is_of_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// One past the next `mark` from `from` on, or the end.
std::size_t past(const std::string& text, std::string_view mark, std::size_t from) {
  const std::size_t at = text.find(mark, from);
  return at == std::string::npos ? text.size() : at + mark.size();
}

// Of `#include FILE`, the file with or without quotes; what follows on its line is code again.
std::size_t past_include(const std::string& text, std::size_t at) {
  const std::size_t file = std::min(text.find_first_not_of(kSpace, at + std::string_view("#include").size()), text.size());
  if (text[file] == '"') return past(text, "\"", file + 1);
  if (text[file] == '<') return past(text, ">", file + 1);
  return std::min(text.find_first_of(kSpace, file), text.size());
}

// Where the comment, string or #include at this place ends; the place itself if there is none. Strings have no escapes.
std::size_t past_what_is_no_code(const std::string& text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0) return past(text, "\n", at);
  if (text.compare(at, 2, "/*") == 0) return past(text, "*/", at + 2);
  if (text.compare(at, 8, "#include") == 0) return past_include(text, at);
  return text[at] == '"' ? past(text, "\"", at + 1) : at;
}

}  // namespace

std::optional<std::string> text_before_block(const std::string& text, const std::string& block) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = past_what_is_no_code(text, at); end > at) {
      at = end;
    } else if (is_of_a_word(text[at])) {
      const bool is_it = depth == 0 && text.compare(at, block.size(), block) == 0;
      if (is_it && !is_of_a_word(text[at + block.size()])) return text.substr(0, at);
      while (at < text.size() && is_of_a_word(text[at])) ++at;
    } else {
      if (text[at] == '{') ++depth;
      if (text[at] == '}') --depth;
      ++at;
    }
  }
  return std::nullopt;
}

}  // namespace g2t::stan
