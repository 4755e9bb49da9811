// opendir(3), closed whatever happens.
#include <core/folder_names.h>
#include <dirent.h>

#include <cerrno>
#include <cstring>
#include <g2t/core/errors.hpp>
#include <memory>
#include <new>
#include <utility>

namespace g2t {
namespace {

struct CloseFolder {
  void operator()(DIR* entries) const { ::closedir(entries); }
};

[[noreturn]] void fail(const std::string& folder, int reason) {
  if (reason == ENOMEM) throw std::bad_alloc();
  throw InputError({folder}, std::strerror(reason));
}

bool is_missing(int reason) { return reason == ENOENT || reason == ENOTDIR || reason == EACCES; }

}  // namespace

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, CloseFolder> entries(::opendir(folder.c_str()));
  if (entries == nullptr && is_missing(errno)) return names;
  if (entries == nullptr) fail(folder, errno);
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(entries.get());
    if (entry == nullptr && errno != 0) fail(folder, errno);
    if (entry == nullptr) return names;
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
}

}  // namespace g2t
