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

// Where a block begins, where its content does, and where that ends.
struct Place {
  std::size_t word, begin, end;
};

// Calls `see(begin, end)` for all that is code, word by word or mark by mark, until it returns false.
template <class See>
void scan(const std::string& text, const See& see) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = past_what_is_no_code(text, at);
    if (end == at) {
      while (end < text.size() && is_of_a_word(text[end])) ++end;
      end = std::max(end, at + 1);
      if (!see(at, end)) return;
    }
    at = end;
  }
}

// "data" is not the second word of "transformed data". Where the block does not end, neither does its content.
std::optional<Place> find_block(const std::string& text, const std::string& block) {
  std::optional<Place> found;
  int depth = 0;
  std::string before;
  scan(text, [&](std::size_t at, std::size_t end) {
    const std::string word = text.substr(at, end - at);
    const bool is_it = depth == 0 && text.compare(at, block.size(), block) == 0 && before != "transformed";
    if (!found && is_it && (at + block.size() >= text.size() || !is_of_a_word(text[at + block.size()])))
      found = Place{at, text.size(), text.size()};
    if (is_of_a_word(text[at])) before = word;
    if (word == "{" && ++depth == 1 && found) found->begin = end;
    if (word == "}" && --depth == 0 && found) found->end = at;
    return !found || found->end == text.size();
  });
  return found;
}

}  // namespace

std::optional<std::string> text_before_block(const std::string& text, const std::string& block) {
  const std::optional<Place> place = find_block(text, block);
  return place ? std::optional(text.substr(0, place->word)) : std::nullopt;
}

std::optional<std::string> text_through_block(const std::string& text, const std::string& block) {
  const std::optional<Place> place = find_block(text, block);
  return place ? std::optional(text.substr(0, place->end) + "}\n") : std::nullopt;
}

std::string block_content(const std::string& text, const std::string& block) {
  const std::optional<Place> place = find_block(text, block);
  std::string content;
  if (!place) return content;
  const std::string inside = text.substr(place->begin, place->end - place->begin);
  std::size_t last = 0;
  scan(inside, [&](std::size_t at, std::size_t end) {
    content += (at > last ? " " : "") + inside.substr(at, end - at);
    last = end;
    return true;
  });
  return content;
}

}  // namespace g2t::stan
