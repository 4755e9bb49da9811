// Whole files in memory, and the lines of a text whatever ends them.
#pragma once

#include <cstddef>
#include <io/input_bytes.hpp>
#include <istream>
#include <string>
#include <string_view>

namespace g2t::io {

/// What read_input_text() of g2t/io/text_input.hpp does, for this folder and those above.
std::string read_text_file(const std::string& path);

/// The rest of a stream, treated alike; `file` is what errors call it.
std::string read_text(std::istream& in, const std::string& file);

class TextChunks;
/// The text that is left of a file, treated alike.
std::string whole_text(TextChunks& chunks);

/// The bytes of the line end that `text` begins with: 2 for CRLF, 1 for LF or a lone CR, else 0.
inline std::size_t line_end_length(std::string_view text) {
  if (text.starts_with("\r\n")) return 2;
  return text.starts_with('\n') || text.starts_with('\r') ? 1 : 0;
}

/// As much of `text` as an error message should quote: one line, not too long.
std::string excerpt(std::string_view text);

/// Walks through the lines of a text that end in LF, CRLF, a lone CR or nothing.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// Moves to the next line; false after the last. A text that ends in a line end has no empty line after it.
  bool next() {
    if (rest_.empty()) return false;
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != '\n' && rest_[end] != '\r') ++end;
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end);
    rest_.remove_prefix(line_end_length(rest_));
    ++number_;
    return true;
  }

  [[nodiscard]] std::string_view line() const { return line_; }
  /// From 1.
  [[nodiscard]] long number() const { return number_; }
  /// What follows the present line.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  long number_ = 0;
};

}  // namespace g2t::io
