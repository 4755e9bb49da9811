// TYPE<BOUNDS>[SIZES] NAME[DIMS] becomes array[DIMS] TYPE<BOUNDS>[SIZES] NAME, and TYPE[,] becomes array[,] TYPE: neither
// is anything else in present syntax.
#include <stan/code.h>
#include <stan/old_syntax.h>

namespace g2t::stan {
namespace {

// "array", the dimensions between two tokens on one line, and a blank: in front of a type.
Edit array_in_front(const std::string& text, const Code& tokens, std::size_t type, std::size_t first, std::size_t last) {
  Edit edit{tokens[type].begin, tokens[type].begin, {{"array", 0, 0}}};
  for (std::size_t k = first; k <= last; ++k) {
    if (k > first) {
      const std::size_t gap = tokens[k - 1].end;
      const std::string between = text.substr(gap, tokens[k].begin - gap);
      if (!between.empty()) edit.pieces.push_back({" ", 0, 0});
    }
    edit.pieces.push_back({"", tokens[k].begin, tokens[k].end - tokens[k].begin});
  }
  edit.pieces.push_back({" ", 0, 0});
  return edit;
}

// Lines keep their numbers, and words stay apart.
Edit without(const std::string& text, const Code& tokens, std::size_t first, std::size_t last) {
  const std::size_t begin = tokens[first].begin, end = tokens[last].end;
  std::string left;
  for (const char c : text.substr(begin, end - begin))
    if (c == '\n') left += c;
  if (left.empty() && last + 1 < tokens.size() && tokens[last + 1].begin == end && tokens.is_word(last + 1)) left = " ";
  return replacement(begin, end, left);
}

}  // namespace

std::vector<Edit> array_edits(const std::string& text) {
  const Code tokens(text);
  std::vector<Edit> edits;
  const auto move_to_front = [&](std::size_t type, std::size_t first, std::size_t last) {
    edits.push_back(array_in_front(text, tokens, type, first, last));
    edits.push_back(without(text, tokens, first, last));
  };
  for (std::size_t type = 0; type < tokens.size(); ++type) {
    if (!tokens.is_type(type) || (type > 0 && tokens.is(type - 1, "]"))) continue;  // those of array[...] are present ones
    std::size_t next = type + 1;
    if (tokens.is(next, "<")) next = tokens.closing(next) + 1;
    if (tokens.is(next, "[")) {
      std::size_t inside = next + 1;
      while (tokens.is(inside, ",")) ++inside;
      if (tokens.is(inside, "]")) {
        if (tokens.is_word(inside + 1) || tokens.is(inside + 1, ",") || tokens.is(inside + 1, ")")) move_to_front(type, next, inside);
        continue;
      }
      next = tokens.closing(next) + 1;
    }
    if (!tokens.is_word(next) || !tokens.is(next + 1, "[")) continue;
    const std::size_t last = tokens.closing(next + 1);
    if (tokens.is(last + 1, ";") || tokens.is(last + 1, "=")) move_to_front(type, next + 1, last);
  }
  return edits;
}

}  // namespace g2t::stan
