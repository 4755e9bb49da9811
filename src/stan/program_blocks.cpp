// By the tokens, counting braces.
#include <stan/program_blocks.h>
#include <stan/tokens.h>

#include <cstddef>

namespace g2t::stan {
namespace {

// Where a block begins, where its content does, and where that ends.
struct Place {
  std::size_t word, begin, end;
};

// "data" is not the second word of "transformed data". Where the block does not end, neither does its content.
std::optional<Place> find_block(const std::string& text, const std::string& block) {
  std::optional<Place> found;
  const std::vector<Token> tokens = tokens_of(text);
  std::size_t second = block.find(' ');
  const std::string first = block.substr(0, second);
  second = second == std::string::npos ? block.size() : second + 1;
  int depth = 0;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const Token& token = tokens[k];
    const bool is_second = k > 0 && tokens[k - 1].is(text, "transformed");
    const bool is_whole = second == block.size() || (k + 1 < tokens.size() && tokens[k + 1].is(text, block.substr(second)));
    if (!found && depth == 0 && !is_second && token.is(text, first) && is_whole) found = Place{token.begin, text.size(), text.size()};
    if (token.is(text, "{") && ++depth == 1 && found) found->begin = token.end;
    if (token.is(text, "}") && --depth == 0 && found) {
      found->end = token.begin;
      break;
    }
  }
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
  for (const Token& token : tokens_of(inside)) {
    content += (token.begin > last ? " " : "") + inside.substr(token.begin, token.end - token.begin);
    last = token.end;
  }
  return content;
}

}  // namespace g2t::stan
