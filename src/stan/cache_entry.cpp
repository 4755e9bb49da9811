// Folders are named by a 64-bit hash; a key that shares its hash with another one takes its place.
#include <core/folder_names.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/core/fingerprint.hpp>
#include <g2t/stan/toolchain.hpp>
#include <stan/cache_entry.h>
#include <stan/private_files.h>
#include <stan/whole_text.h>
#include <system_error>
#include <vector>

namespace g2t::stan {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw InputError({path, 0, 0}, "the cache cannot be written: " + reason + " (XDG_CACHE_HOME names another place)");
}

const std::string kKeyName = "key.txt", kScratch = "scratch";

int open_lock(const fs::path& folder) {
  return ::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/// @pre the folder is locked
void remove_scratch(const fs::path& folder) {
  std::error_code ignored;
  for (const std::string& name : names_in(folder.string()))
    if (name.starts_with(kScratch)) fs::remove_all(folder / name, ignored);
}

bool has_scratch(const fs::path& folder) {
  const std::vector<std::string> names = names_in(folder.string());
  return std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with(kScratch); });
}

// Of entries that nobody has locked.
void sweep_others(const fs::path& folder) {
  for (const std::string& name : names_in(folder.parent_path().string())) {
    const fs::path other = folder.parent_path() / name;
    if (other == folder || !has_scratch(other)) continue;
    const int lock = open_lock(other);
    if (lock < 0) continue;
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) remove_scratch(other);
    ::close(lock);
  }
}

}  // namespace

CacheEntry::CacheEntry(const std::string& kind, const std::string& key)
    : folder_(fmt::format("{}/{}/{:016x}", cache_folder(), kind, fingerprint(key))), key_(key) {
  make_private_folder(folder_);
  check_cache_folder(cache_folder());
  check_private(fs::path(folder_).parent_path().string());
  check_private(folder_);
  lock_ = open_lock(folder_);
  if (lock_ < 0) fail(folder_, std::generic_category().message(errno));
  while (::flock(lock_, LOCK_EX) != 0) {
    if (errno != EINTR) fail(folder_, std::generic_category().message(errno));
  }
  remove_scratch(folder_);
  sweep_others(folder_);
  scratch_ = folder_ + "/" + kScratch + "-XXXXXX";  // a name of its own: it may be removed after the lock is gone
  if (::mkdtemp(scratch_.data()) == nullptr) fail(folder_, std::generic_category().message(errno));
}

CacheEntry::~CacheEntry() {
  std::error_code ignored;
  fs::remove_all(scratch_, ignored);
  ::close(lock_);
}

std::string CacheEntry::find(const std::string& name) const {
  const std::string path = folder_ + "/" + name;
  std::error_code error;
  if (!fs::exists(path, error) || whole_text(folder_ + "/" + kKeyName) != key_) return "";
  check_private(path);
  return path;
}

std::string CacheEntry::scratch(const std::string& name) const { return scratch_ + "/" + name; }

std::string CacheEntry::keep(const std::string& name) {
  write_text(scratch(kKeyName), key_);
  std::error_code error;
  for (const std::string& file : {kKeyName, name}) {
    // A mask that lets the group write would make find() refuse it.
    fs::permissions(scratch(file), fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove, error);
    fs::rename(scratch(file), folder_ + "/" + file, error);
    if (error) fail(folder_, error.message());
  }
  return folder_ + "/" + name;
}

}  // namespace g2t::stan
