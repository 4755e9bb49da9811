// The tokens of a Stan program with their brackets, for what reads or rewrites its statements.
#pragma once

#include <cstddef>
#include <stan/tokens.h>
#include <string>
#include <string_view>
#include <vector>

namespace g2t::stan {

/// The code of a text, token by token; questions about tokens past its end are answered with no.
class Code {
 public:
  /// @param text  must outlive it
  explicit Code(const std::string& text);

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  const Token& operator[](std::size_t k) const { return tokens_[k]; }
  [[nodiscard]] bool is(std::size_t k, std::string_view what) const { return k < size() && tokens_[k].is(text_, what); }
  [[nodiscard]] bool is_one_of(std::size_t k, std::string_view marks) const;
  [[nodiscard]] bool is_word(std::size_t k) const { return k < size() && tokens_[k].kind == Token::Kind::Word; }
  /// A word's text; empty for what is none.
  [[nodiscard]] std::string word(std::size_t k) const;
  [[nodiscard]] bool is_type(std::size_t k) const;
  /// A word in front of a parenthesis.
  [[nodiscard]] bool is_function(std::size_t k) const { return is_word(k) && is(k + 1, "("); }
  /// A function after the type that it returns.
  [[nodiscard]] bool is_definition(std::size_t k) const { return is_function(k) && k > 0 && (is(k - 1, "]") || is_type(k - 1)); }
  /// The token that closes the bracket at k, or size(). That may be one of bounds, in which comparisons stand in
  /// brackets of another kind.
  [[nodiscard]] std::size_t closing(std::size_t k) const;
  /// Commas and bars between what stands in a bracket.
  [[nodiscard]] std::vector<std::size_t> separators(std::size_t open) const;

 private:
  const std::string& text_;
  std::vector<Token> tokens_;
};

}  // namespace g2t::stan
