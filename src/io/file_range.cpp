// Reads at given places, so that nothing depends on what was read before.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <g2t/core/errors.hpp>
#include <io/file_range.hpp>
#include <io/gzip.hpp>
#include <system_error>

namespace g2t::io {
namespace {

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (number_ >= 0) ::close(number_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::optional<std::int64_t> plain_size(const std::string& path) {
  const OpenFile file(path);
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const std::int64_t size = status.st_size;
  if (is_gzip(read_range(path, 0, std::min<std::int64_t>(size, 2)))) return std::nullopt;
  return size;
}

std::string read_range(const std::string& path, std::int64_t begin, std::int64_t end) {
  const auto fail = [&path](int error) {
    throw InputError({path, 0, 0}, "cannot be read: " + std::generic_category().message(error));
  };
  const OpenFile file(path);
  if (file.number() < 0) fail(errno);
  std::string text(static_cast<std::size_t>(std::max<std::int64_t>(end - begin, 0)), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::pread(file.number(), text.data() + done, text.size() - done, begin + static_cast<std::int64_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    if (count == 0) throw InputError({path, 0, 0}, "became shorter while it was read");
    done += static_cast<std::size_t>(count);
  }
  return text;
}

}  // namespace g2t::io
