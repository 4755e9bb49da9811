// The tokens of a Stan program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace g2t::stan {

struct Token {
  enum class Kind {
    Word,     ///< a name or a keyword
    Number,   ///< with its exponent
    Mark,     ///< one character; or "<-", which once assigned
    OldComment,  ///< from '#' to the end of the line, as comments once were
  };
  Kind kind = Kind::Mark;
  std::size_t begin = 0, end = 0;  ///< in the text

  [[nodiscard]] bool is(const std::string& text, std::string_view what) const {
    return kind != Kind::OldComment && std::string_view(text).substr(begin, end - begin) == what;
  }
};

/// In their order, without comments, strings and #include.
std::vector<Token> tokens_of(const std::string& text);

}  // namespace g2t::stan
