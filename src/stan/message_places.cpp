// Places are read character by character: messages have much else in them.
#include <stan/message_places.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace g2t::stan {
namespace {

// Reads words and numbers from a place on; once something is not there, nothing is.
struct Reader {
  const std::string* text;
  std::size_t at = 0;
  bool is_good = true;

  bool skip(std::string_view word) {
    is_good = is_good && text->compare(at, word.size(), word) == 0;
    if (is_good) at += word.size();
    return is_good;
  }
  long number() {
    const std::size_t begin = at;
    while (at < text->size() && std::isdigit(static_cast<unsigned char>((*text)[at])) != 0) ++at;
    is_good = is_good && at > begin && at - begin < 10;
    return is_good ? std::atol(text->c_str() + begin) : 0;
  }
};

struct Range {
  ProgramPlace from;
  std::optional<ProgramPlace> to;
  std::size_t end = 0;  // in the text, after it
};

// Of a range, what follows "to".
void read_end(Reader reader, Range& range) {
  if (!reader.skip(" to ")) return;
  ProgramPlace to = range.from;
  Reader with_line = reader;
  with_line.skip("line ");
  to.line = with_line.number();
  with_line.skip(", ");
  if (with_line.is_good) reader = with_line;
  else to.line = range.from.line;
  reader.skip("column ");
  to.column = reader.number();
  if (!reader.is_good) return;
  range.to = to;
  range.end = reader.at;
}

// One that begins at a quotation mark.
std::optional<Range> range_at(const std::string& text, std::size_t quote) {
  constexpr std::string_view kAfterName = "', line ";
  const std::size_t name_end = text.find('\'', quote + 1);
  if (name_end == std::string::npos) return std::nullopt;
  Range range;
  range.from.file = text.substr(quote + 1, name_end - quote - 1);
  Reader reader{&text, name_end};
  if (range.from.file.find('\n') != std::string::npos || !reader.skip(kAfterName)) return std::nullopt;
  range.from.line = reader.number();
  reader.skip(", column ");
  range.from.column = reader.number();
  if (!reader.is_good) return std::nullopt;
  range.end = reader.at;
  read_end(reader, range);
  return range;
}

std::string text_of(const Range& range, const PlaceMap& map) {
  const ProgramPlace from = map(range.from);
  std::string out = "'" + from.file + "', line " + std::to_string(from.line) + ", column " + std::to_string(from.column);
  if (!range.to) return out;
  ProgramPlace last = *range.to;  // the end is one past the last character
  last.column = std::max(last.column - 1, 0L);
  ProgramPlace to = map(last);
  to.column += 1;
  out += " to ";
  if (to.line != from.line) out += "line " + std::to_string(to.line) + ", ";
  return out + "column " + std::to_string(to.column);
}

constexpr std::string_view kAfterLineNumber = ":  ";

// The number of a quoted line, "     3:  real x;"; nothing if it is none.
std::optional<long> quoted_line(const std::string& line) {
  Reader reader{&line, std::min(line.find_first_not_of(' '), line.size())};
  const long number = reader.number();
  return reader.is_good && reader.skip(kAfterLineNumber) ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string with_mapped_places(const std::string& message, const PlaceMap& map) {
  std::string out;
  for (std::size_t at = 0; at < message.size();) {
    const std::optional<Range> range = message[at] == '\'' ? range_at(message, at) : std::nullopt;
    out += range ? text_of(*range, map) : message.substr(at, 1);
    at = range ? range->end : at + 1;
  }
  return out;
}

std::string with_mapped_quotes(const std::string& output, const PlaceMap& map, const LineText& line_text) {
  std::string out;
  ProgramPlace pointed;
  std::size_t margin = 0;  // of quoted lines
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    const std::string line = output.substr(at, end - at);
    if (const std::size_t in = line.find(" in '"); in != std::string::npos)
      if (const auto range = range_at(line, in + 4)) pointed = map(range->from);
    const std::optional<long> number = quoted_line(line);
    if (number && !pointed.file.empty()) {
      margin = line.find(kAfterLineNumber) + kAfterLineNumber.size();
      out += line.substr(0, margin) + line_text(pointed.file, *number);
    } else if (margin > 0 && line.find_first_not_of(' ') != std::string::npos && line.find_first_not_of(' ') == line.find('^') &&
               line.ends_with('^')) {
      out += std::string(margin + static_cast<std::size_t>(pointed.column), ' ') + "^";
    } else {
      out += with_mapped_places(line, map);
    }
    if (end < output.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace g2t::stan
