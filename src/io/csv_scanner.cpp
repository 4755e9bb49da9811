// One pass over the text, a cell at a time.
#include <algorithm>
#include <array>
#include <g2t/core/errors.hpp>
#include <io/csv_scanner.hpp>
#include <io/text_file.hpp>

namespace g2t::io {

bool CsvScanner::next() {
  record_.text.clear();
  record_.ends.clear();
  record_.blank_line = 0;
  std::size_t begin = position_;
  for (skip_blanks(); is_at_line_end(); skip_blanks()) {
    if (is_at_end()) return false;
    if (record_.blank_line == 0) record_.blank_line = line_;
    skip_line_end();
    begin = position_;
  }
  record_.line = line_;
  // Blanks at the start of a line of cells separated by blanks are no cell; elsewhere read_cell() drops them.
  while (true) {
    read_cell();
    if (delimiter_ == ' ') skip_blanks();
    if (is_at_line_end()) break;
    if (delimiter_ != ' ') ++position_;
  }
  record_.raw = text_.substr(begin, position_ - begin);
  skip_line_end();
  return true;
}

void CsvScanner::skip_line_end() {
  const std::size_t length = line_end_length(text_.substr(position_));
  position_ += length;
  if (length > 0) ++line_;
}

void CsvScanner::read_cell() {
  skip_blanks();
  if (!is_at_end() && text_[position_] == '"') {
    read_quoted_cell();
  } else {
    const std::size_t begin = position_;
    while (!is_at_line_end() && !is_delimiter(text_[position_])) {
      if (text_[position_] == '"') fail(line_, begin, "a quote inside a cell that is not quoted");
      ++position_;
    }
    std::size_t end = position_;
    while (end > begin && is_blank(text_[end - 1])) --end;
    record_.text.append(text_.substr(begin, end - begin));
  }
  record_.ends.push_back(record_.text.size());
}

void CsvScanner::read_quoted_cell() {
  const std::size_t begin = position_;
  const long first_line = line_;
  ++position_;
  while (true) {
    if (is_at_end()) fail(first_line, begin, "a quote that is not closed");
    if (text_[position_] == '"') {
      if (!text_.substr(position_).starts_with("\"\"")) break;
      ++position_;  // the first of two, which stand for one
    }
    const std::size_t length = std::max<std::size_t>(line_end_length(text_.substr(position_)), 1);
    if (is_at_line_end()) ++line_;
    record_.text.append(text_.substr(position_, length));
    position_ += length;
  }
  ++position_;
  const bool is_followed_by_blank = !is_at_end() && is_blank(text_[position_]);
  skip_blanks();
  const bool is_ended =
      is_at_line_end() || is_delimiter(text_[position_]) || (delimiter_ == ' ' && is_followed_by_blank);
  if (!is_ended) fail(first_line, begin, "text after a closing quote");
}

void CsvScanner::fail(long line, std::size_t position, const std::string& reason) const {
  const long column = static_cast<long>(record_.ends.size()) + 1;
  throw InputError({file_, line, column}, reason, excerpt(text_.substr(position)));
}

char find_delimiter(std::string_view text) {
  constexpr std::array<char, 3> kCandidates{'\t', ';', ','};
  constexpr std::size_t kLines = 10;
  using Counts = std::array<long, kCandidates.size()>;
  std::vector<Counts> lines;
  Counts counts{};
  bool has_text = false;
  bool is_quoted = false;
  const auto end_line = [&] {
    if (has_text) lines.push_back(counts);
    counts = {};
    has_text = false;
  };
  for (std::size_t i = 0; i < text.size() && lines.size() < kLines; ++i) {
    const char c = text[i];
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted && (c == '\n' || c == '\r')) {
      end_line();
      continue;
    }
    has_text = has_text || c != ' ';
    for (std::size_t k = 0; k < kCandidates.size(); ++k) counts[k] += !is_quoted && c == kCandidates[k] ? 1 : 0;
  }
  if (lines.size() < kLines) end_line();
  if (lines.empty()) return ',';

  const Counts& first = lines.front();
  for (std::size_t k = 0; k < kCandidates.size(); ++k) {
    const auto is_same = [&](const Counts& line) { return line[k] == first[k]; };
    if (first[k] > 0 && std::all_of(lines.begin(), lines.end(), is_same)) return kCandidates[k];
  }
  const auto most = std::max_element(first.begin(), first.end());
  return *most > 0 ? kCandidates[static_cast<std::size_t>(most - first.begin())] : ',';
}

}  // namespace g2t::io
