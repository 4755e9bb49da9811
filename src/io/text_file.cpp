// All chunks of a file at once, and a zero byte by its place.
#include <algorithm>
#include <g2t/core/errors.hpp>
#include <g2t/io/text_input.hpp>
#include <io/text_chunks.hpp>
#include <io/text_file.hpp>
#include <utility>

namespace g2t::io {
namespace {

[[noreturn]] void refuse_zero_byte(std::string_view text, std::size_t position, const std::string& file) {
  LineReader lines(text);
  std::string_view line;
  while (lines.next()) {
    line = lines.line();
    if (text.data() + position < line.data() + line.size()) break;
  }
  const long column = static_cast<long>(text.data() + position - line.data()) + 1;
  throw InputError({file, lines.number(), column}, kZeroByte, excerpt(line));
}

}  // namespace

std::string whole_text(TextChunks& chunks) {
  std::string text = chunks.rest();
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos) refuse_zero_byte(text, zero, chunks.file());
  return text;
}

std::string read_text_file(const std::string& path) {
  TextChunks chunks{InputBytes(path)};
  return whole_text(chunks);
}

std::string read_text(std::istream& in, const std::string& file) {
  TextChunks chunks{InputBytes(in, file)};
  return whole_text(chunks);
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  if (end <= kLongest) return std::string(text.substr(0, end));
  end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside a UTF-8 character
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace g2t::io

namespace g2t {

std::string read_input_text(const std::string& path) { return io::read_text_file(path); }

}  // namespace g2t
