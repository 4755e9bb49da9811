// Reads by the system's calls, whose reasons for a failure are exact.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <g2t/core/errors.hpp>
#include <g2t/io/text_input.hpp>
#include <io/gzip.hpp>
#include <io/text_file.hpp>
#include <iterator>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace g2t::io {
namespace {

[[noreturn]] void fail_to_read(const std::string& path, int error) {
  throw InputError({path, 0, 0}, "cannot be read: " + std::generic_category().message(error));
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

constexpr std::size_t kBlock = 1 << 16;

// Up to `size` bytes more at the end of `text`; false if the file ends before.
bool append_bytes(int descriptor, std::size_t size, std::string& text, const std::string& file) {
  std::size_t done = text.size();
  text.resize(done + size);
  while (done < text.size()) {
    const ssize_t count = ::read(descriptor, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(file, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  const bool is_full = done == text.size();
  text.resize(done);
  return is_full;
}

// The rest of a compressed file, of which `block` is the beginning; compressed and plain text are never whole together.
std::string decompress(int descriptor, std::string block, const std::string& file) {
  GzipDecoder decoder(file);
  std::string text;
  bool is_more = true;
  while (true) {
    decoder.decode(block, text);
    if (!is_more) break;
    block.clear();
    is_more = append_bytes(descriptor, kBlock, block, file);
  }
  decoder.finish();
  return text;
}

[[noreturn]] void refuse_zero_byte(std::string_view text, std::size_t position, const std::string& file) {
  const bool is_wide = text.size() > 3 && ((text[1] == 0 && text[3] == 0) || (text[0] == 0 && text[2] == 0));
  if (is_wide) throw InputError({file, 0, 0}, "the file is UTF-16; save it as UTF-8");
  LineReader lines(text);
  std::string_view line;
  while (lines.next()) {
    line = lines.line();
    if (text.data() + position < line.data() + line.size()) break;
  }
  const long column = static_cast<long>(text.data() + position - line.data()) + 1;
  throw InputError({file, lines.number(), column}, "a zero byte in a text file", excerpt(line));
}

// Text as readers take it: UTF-8 without a mark.
std::string checked_text(std::string text, const std::string& file) {
  refuse_archives(text, file);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw InputError({file, 0, 0}, "the file is UTF-16; save it as UTF-8");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos) refuse_zero_byte(text, zero, file);
  return text;
}

std::string read_descriptor(int descriptor, const std::string& file) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail_to_read(file, errno);
  std::string text;
  bool is_more = append_bytes(descriptor, kBlock, text, file);
  if (is_gzip(text)) return decompress(descriptor, std::move(text), file);
  const std::size_t size = status.st_size > 0 ? static_cast<std::size_t>(status.st_size) : 0;  // pipes have 0
  // One byte more than the size, so that the end is detected without growing.
  if (is_more && size >= text.size()) is_more = append_bytes(descriptor, size - text.size() + 1, text, file);
  while (is_more) is_more = append_bytes(descriptor, text.size(), text, file);
  return text;
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_text_file(const std::string& path) {
  const std::string file = input_name(path);
  try {
    if (path == "-") {
      static std::atomic<bool> is_taken = false;
      if (is_taken.exchange(true)) throw InputError({file, 0, 0}, "can be read once, and has been");
      return checked_text(read_descriptor(STDIN_FILENO, file), file);
    }
    const Descriptor descriptor(path);
    if (descriptor.number() < 0) fail_to_read(file, errno);
    return checked_text(read_descriptor(descriptor.number(), file), file);
  } catch (const std::bad_alloc&) {
    throw InputError({file, 0, 0}, "out of memory: it does not fit");
  } catch (const std::length_error&) {
    throw InputError({file, 0, 0}, "out of memory: it does not fit");
  }
}

std::string read_text(std::istream& in, const std::string& file) {
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) throw InputError({file, 0, 0}, "cannot be read");
  if (!is_gzip(text)) return checked_text(std::move(text), file);
  GzipDecoder decoder(file);
  std::string unpacked;
  decoder.decode(text, unpacked);
  decoder.finish();
  return checked_text(std::move(unpacked), file);
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
