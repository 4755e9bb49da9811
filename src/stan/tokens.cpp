// One pass that steps over what is no code. Strings have no escapes.
#include <stan/tokens.h>

#include <algorithm>
#include <cctype>

namespace g2t::stan {
namespace {

constexpr const char* kSpace = " \t\r\n";

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
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

// Where the blanks, comment, string or #include at this place end; the place itself if there are none.
std::size_t past_what_is_no_code(const std::string& text, std::size_t at) {
  if (std::isspace(static_cast<unsigned char>(text[at])) != 0) return at + 1;
  if (text.compare(at, 2, "//") == 0) return past(text, "\n", at);
  if (text.compare(at, 2, "/*") == 0) return past(text, "*/", at + 2);
  if (text.compare(at, 8, "#include") == 0) return past_include(text, at);
  return text[at] == '"' ? past(text, "\"", at + 1) : at;
}

// 1, 1.5, .5, 1., 1e-3, 2i: the sign of an exponent belongs to it.
std::size_t past_number(const std::string& text, std::size_t at) {
  while (at < text.size()) {
    const bool is_exponent = (text[at] == 'e' || text[at] == 'E') && at + 1 < text.size();
    if (is_exponent && (text[at + 1] == '-' || text[at + 1] == '+')) {
      at += 2;
    } else if (is_of_a_word(text[at]) || (text[at] == '.' && text.compare(at, 2, ".*") != 0 && text.compare(at, 2, "./") != 0 &&
                                          text.compare(at, 2, ".^") != 0)) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

Token token_at(const std::string& text, std::size_t at) {
  const auto up_to = [&](Token::Kind kind, std::size_t end) { return Token{kind, at, end}; };
  const bool is_fraction = text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]);
  if (is_digit(text[at]) || is_fraction) return up_to(Token::Kind::Number, past_number(text, at));
  if (text[at] == '#') return up_to(Token::Kind::OldComment, std::min(text.find('\n', at), text.size()));
  if (text.compare(at, 2, "<-") == 0) return up_to(Token::Kind::Mark, at + 2);
  if (!is_of_a_word(text[at])) return up_to(Token::Kind::Mark, at + 1);
  std::size_t end = at;
  while (end < text.size() && is_of_a_word(text[end])) ++end;
  return up_to(Token::Kind::Word, end);
}

}  // namespace

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t code = past_what_is_no_code(text, at);
    if (code == at) tokens.push_back(token_at(text, at));
    at = code == at ? tokens.back().end : code;
  }
  return tokens;
}

}  // namespace g2t::stan
