// By owners and modes, as the system keeps them.
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <stan/private_files.h>
#include <system_error>

namespace g2t::stan {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw InputError({path, 0, 0}, reason + " (XDG_CACHE_HOME names another place for the cache)");
}

std::string user_name(uid_t user) {
  const passwd* const entry = ::getpwuid(user);
  return entry != nullptr ? entry->pw_name : fmt::format("user {}", user);
}

// An owner who could do anything anyway.
bool is_trusted(uid_t owner) { return owner == ::geteuid() || owner == 0; }

void check_parents(const fs::path& folder) {
  for (fs::path above = folder.parent_path(); above.has_relative_path(); above = above.parent_path()) {
    struct stat status {};
    if (::stat(above.c_str(), &status) != 0) continue;
    if ((status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0)
      refuse(above.string(), "every user may write to this folder, so the cache in it is not used; to mend it: chmod o-w " +
                                 above.string());
  }
}

}  // namespace

void check_private(const std::string& path) {
  struct stat link {}, status {};
  if (::lstat(path.c_str(), &link) != 0 || ::stat(path.c_str(), &status) != 0) return;
  for (const struct stat* const entry : {&link, &status})
    if (!is_trusted(entry->st_uid))
      refuse(path, "belongs to " + user_name(entry->st_uid) + ", not to " + user_name(::geteuid()) +
                       ": what others have put there is not run");
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    refuse(path, "other users may write to it, so it is not used; when you have looked at what it holds: chmod -R go-w " +
                     path);
}

void make_private_folder(const std::string& path) {
  const fs::path folder = fs::path(path).lexically_normal();
  if (folder.has_parent_path() && folder.parent_path() != folder) {
    std::error_code error;
    if (!fs::exists(folder.parent_path(), error)) make_private_folder(folder.parent_path().string());
  }
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    refuse(path, "the cache cannot be written: " + std::generic_category().message(errno));
  std::error_code error;
  if (!fs::is_directory(folder, error)) refuse(path, "the cache cannot be written: Not a directory");
}

void check_cache_folder(const std::string& path) {
  std::error_code error;
  check_parents(fs::absolute(path, error).lexically_normal());
  check_private(path);
}

}  // namespace g2t::stan
