// Iterators of the buffer, since the operators of a stream swallow exceptions.
#include <stan/whole_text.h>
#include <g2t/core/errors.hpp>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <new>

namespace g2t {

std::string whole_text(const std::string& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in && errno == ENOMEM) throw std::bad_alloc();
  try {
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  } catch (const std::ios_base::failure&) {  // a folder, or a file that reports an error
    return "";
  }
}

std::istringstream stream_of(std::string text) {
  std::istringstream out(std::move(text));
  out.exceptions(std::ios::badbit);
  return out;
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  if (!(out << text) || !out.flush()) throw InputError({path, 0, 0}, "cannot be written");
}

}  // namespace g2t
