// Reads by the system's calls, whose reasons for a failure are exact, and in one go.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <g2t/core/errors.hpp>
#include <io/text_file.hpp>
#include <iterator>
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

std::string without_byte_order_mark(std::string text, const std::string& file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    throw InputError({file, 0, 0}, "the file is UTF-16; save it as UTF-8");
  }
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path) {
  const Descriptor descriptor(path);
  if (descriptor.number() < 0) fail_to_read(path, errno);
  struct stat status {};
  if (::fstat(descriptor.number(), &status) != 0) fail_to_read(path, errno);

  std::string text;
  std::size_t size = 0;
  // One byte more than the size, so that the end is detected without growing; pipes have size 0.
  text.resize(static_cast<std::size_t>(status.st_size > 0 ? status.st_size : 0) + 1);
  while (true) {
    if (size == text.size()) text.resize(2 * text.size() + 65536);
    const ssize_t count = ::read(descriptor.number(), text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(path, errno);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return without_byte_order_mark(std::move(text), path);
}

std::string read_text(std::istream& in, const std::string& file) {
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) throw InputError({file, 0, 0}, "cannot be read");
  return without_byte_order_mark(std::move(text), file);
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
