// A file buffer in the place of the stream's own.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <g2t/core/errors.hpp>
#include <g2t/io/standard_output.hpp>
#include <io/file_stream.hpp>
#include <iostream>
#include <system_error>

namespace g2t {
namespace {

// open() gives the smallest number that is free. What cannot be written to fails as a closed descriptor does.
void take_closed_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) static_cast<void>(::open("/dev/null", O_RDONLY));
}

}  // namespace

struct StandardOutput::State {
  State() : buffer((take_closed_descriptors(), STDOUT_FILENO)), before(std::cout.rdbuf(&buffer)) {}
  ~State() { std::cout.rdbuf(before); }
  io::FileBuffer buffer;
  std::streambuf* before;
};

StandardOutput::StandardOutput() : state_(std::make_unique<State>()) {}
StandardOutput::~StandardOutput() = default;

void StandardOutput::finish() {
  std::cout.flush();
  const int error = state_->buffer.error();
  if (error != 0) throw InputError({"standard output"}, std::generic_category().message(error));
}

}  // namespace g2t
