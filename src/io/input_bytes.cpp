// Reads by the system's calls, whose reasons for a failure are exact.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <g2t/core/errors.hpp>
#include <io/gzip.hpp>
#include <io/input_bytes.hpp>
#include <system_error>
#include <utility>

namespace g2t::io {
namespace {

constexpr std::size_t kBlock = 1 << 14;  // of gzip; 16 MB at most when it is unpacked

[[noreturn]] void fail_to_read(const std::string& path, int error) {
  throw InputError({path, 0, 0}, "cannot be read: " + std::generic_category().message(error));
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : number_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)), file_(input_name(path)) {
    if (number_ < 0) fail_to_read(file_, errno);
  }
  ~Descriptor() {
    if (number_ != STDIN_FILENO) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] std::size_t read(char* to, std::size_t size) const {
    while (true) {
      const ssize_t count = ::read(number_, to, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) fail_to_read(file_, errno);
    }
  }

  // Pipes have 0.
  [[nodiscard]] std::size_t size() const {
    struct stat status {};
    if (::fstat(number_, &status) != 0) fail_to_read(file_, errno);
    return status.st_size > 0 ? static_cast<std::size_t>(status.st_size) : 0;
  }

 private:
  int number_;
  std::string file_;
};

void take_standard_input(const std::string& file) {
  static std::atomic<bool> is_taken = false;
  if (is_taken.exchange(true)) throw InputError({file, 0, 0}, "can be read once, and has been");
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

InputBytes::InputBytes(const std::string& path) : file_(input_name(path)) {
  if (path == "-") take_standard_input(file_);
  const auto descriptor = std::make_shared<Descriptor>(path);
  expected_size_ = descriptor->size();
  read_some_ = [descriptor](char* to, std::size_t size) { return descriptor->read(to, size); };
  begin();
}

InputBytes::InputBytes(std::istream& in, std::string file) : file_(std::move(file)) {
  read_some_ = [this_file = file_, &in](char* to, std::size_t size) {
    in.read(to, static_cast<std::streamsize>(size));
    if (in.bad()) throw InputError({this_file, 0, 0}, "cannot be read");
    return static_cast<std::size_t>(in.gcount());
  };
  begin();
}

InputBytes::~InputBytes() = default;
InputBytes::InputBytes(InputBytes&&) noexcept = default;

void InputBytes::begin() {
  is_more_ = append_raw(kBlock, block_);
  if (is_gzip(block_)) decoder_ = std::make_unique<GzipDecoder>(file_);
}

bool InputBytes::append_raw(std::size_t size, std::string& text) {
  std::size_t done = text.size();
  text.resize(done + size);
  while (done < text.size()) {
    const std::size_t count = read_some_(text.data() + done, text.size() - done);
    if (count == 0) break;
    done += count;
  }
  const bool is_full = done == text.size();
  text.resize(done);
  return is_full;
}

bool InputBytes::append(std::size_t size, std::string& text) {
  const std::size_t wanted = text.size() + size;
  if (decoder_ == nullptr) {
    const std::size_t ahead = std::min(size, block_.size());
    text.append(block_, 0, ahead);
    block_.erase(0, ahead);
    if (is_more_ && text.size() < wanted) is_more_ = append_raw(wanted - text.size(), text);
    return text.size() == wanted;
  }
  while (text.size() < wanted) {
    if (block_.empty() && is_more_) is_more_ = append_raw(kBlock, block_);
    if (block_.empty()) {
      decoder_->finish();
      return false;
    }
    decoder_->decode(block_, text);
    block_.clear();
  }
  return true;
}

}  // namespace g2t::io
