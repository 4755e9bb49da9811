// Splits CSV text into records of cells: quotes, line ends and delimiters, and nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace g2t::io {

/// The cells of one record, one after the other.
struct CsvRecord {
  std::string text;
  std::vector<std::size_t> ends;  ///< where each cell ends in text
  long line = 0;                  ///< line that the record begins on, from 1
  long blank_line = 0;            ///< the first of the blank lines before it, 0 if there is none
  std::string_view raw;           ///< as in the file

  [[nodiscard]] std::size_t cell_count() const { return ends.size(); }
  [[nodiscard]] std::string_view cell(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(text).substr(begin, ends[i] - begin);
  }
};

/// Walks through the records of a text.
class CsvScanner {
 public:
  /// @param delimiter  ' ' for runs of blanks and tabs
  /// @param line       number of the first line of `text`
  CsvScanner(std::string_view text, std::string file, char delimiter, long line)
      : text_(text), file_(std::move(file)), delimiter_(delimiter), line_(line) {}

  /// Moves to the next record that is not a blank line; false if there is none.
  ///
  /// @throws InputError for a quote that is not closed or out of place
  bool next();

  [[nodiscard]] const CsvRecord& record() const { return record_; }

 private:
  [[nodiscard]] bool is_at_end() const { return position_ == text_.size(); }
  [[nodiscard]] bool is_at_line_end() const {
    return is_at_end() || text_[position_] == '\n' || text_[position_] == '\r';
  }
  [[nodiscard]] bool is_blank(char c) const { return c == ' ' || (c == '\t' && delimiter_ != '\t'); }
  [[nodiscard]] bool is_delimiter(char c) const { return delimiter_ == ' ' ? is_blank(c) : c == delimiter_; }
  void skip_blanks() {
    while (!is_at_end() && is_blank(text_[position_])) ++position_;
  }
  void skip_line_end();
  void read_cell();
  void read_quoted_cell();
  [[noreturn]] void fail(long line, std::size_t position, const std::string& reason) const;

  std::string_view text_;
  std::string file_;
  char delimiter_;
  std::size_t position_ = 0;
  long line_;
  CsvRecord record_;
};

/// The one of tab, ';' and ',' that occurs equally often, outside quotes, in each of the first lines; else the one that
/// is most frequent in the first line; ',' if there is none.
char find_delimiter(std::string_view text);

}  // namespace g2t::io
