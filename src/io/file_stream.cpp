// write(2), fsync(2) and close(2) with every status checked.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <io/file_stream.hpp>

namespace g2t::io {

FileBuffer::FileBuffer(const std::string& path, bool has_fingerprint)
    : buffer_(1 << 16),
      descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)),
      is_own_(true),
      has_fingerprint_(has_fingerprint) {
  if (descriptor_ < 0) error_ = errno;
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

FileBuffer::FileBuffer(int descriptor) : buffer_(1 << 16), descriptor_(descriptor), is_own_(false), has_fingerprint_(false) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

FileBuffer::~FileBuffer() { close(); }

void FileBuffer::close() {
  if (descriptor_ < 0) return;
  flush();
  if (is_own_) {
    // A full disk may show here first. What cannot be synchronised, such as a pipe, says EINVAL.
    if (error_ == 0 && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) error_ = errno;
    if (::close(descriptor_) != 0 && error_ == 0) error_ = errno;
  }
  descriptor_ = -1;
}

FileBuffer::int_type FileBuffer::overflow(int_type c) {
  if (!flush()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(c);
    pbump(1);
  }
  return traits_type::not_eof(c);
}

bool FileBuffer::flush() {
  const char* next = pbase();
  if (has_fingerprint_) fingerprint_ = g2t::fingerprint({next, static_cast<std::size_t>(pptr() - next)}, fingerprint_);
  while (error_ == 0 && next < pptr()) {
    const ssize_t count = ::write(descriptor_, next, static_cast<std::size_t>(pptr() - next));
    if (count >= 0) {
      next += count;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0;
}

}  // namespace g2t::io
