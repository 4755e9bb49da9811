// flock(2), which ends with the process.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <io/folder_lock.hpp>

namespace g2t::io {
namespace {

bool lock(int descriptor, int operation) {
  int result = -1;
  do {
    result = ::flock(descriptor, operation);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, Wait wait)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  is_held_ = descriptor_ >= 0 && lock(descriptor_, wait == Wait::Yes ? LOCK_EX : LOCK_EX | LOCK_NB);
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FolderLock::synchronise() const {
  if (descriptor_ >= 0) ::fsync(descriptor_);
}

int lock_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0 || lock(descriptor, LOCK_EX | LOCK_NB)) return descriptor;
  ::close(descriptor);
  return -1;
}

std::string folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace g2t::io
