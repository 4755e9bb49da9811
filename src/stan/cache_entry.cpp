// Folders are named by a 64-bit hash; a key that shares its hash with another one takes its place.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <g2t/core/errors.hpp>
#include <g2t/core/fingerprint.hpp>
#include <g2t/stan/toolchain.hpp>
#include <iterator>
#include <stan/cache_entry.h>
#include <system_error>

namespace g2t::stan {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw InputError({path, 0, 0}, "the cache cannot be written: " + reason + " (XDG_CACHE_HOME names another place)");
}

const std::string kKeyName = "key.txt";

}  // namespace

CacheEntry::CacheEntry(const std::string& kind, const std::string& key)
    : folder_(fmt::format("{}/{}/{:016x}", cache_folder(), kind, fingerprint(key))), key_(key) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) fail(folder_, error.message());
  lock_ = ::open((folder_ + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) fail(folder_, std::generic_category().message(errno));
  while (::flock(lock_, LOCK_EX) != 0) {
    if (errno != EINTR) fail(folder_, std::generic_category().message(errno));
  }
  fs::remove_all(scratch(""), error);
  fs::create_directories(scratch(""), error);
}

CacheEntry::~CacheEntry() {
  std::error_code ignored;
  fs::remove_all(scratch(""), ignored);
  ::close(lock_);
}

std::string CacheEntry::find(const std::string& name) const {
  const std::string path = folder_ + "/" + name;
  std::error_code error;
  return fs::exists(path, error) && text_of(folder_ + "/" + kKeyName) == key_ ? path : "";
}

std::string CacheEntry::scratch(const std::string& name) const { return folder_ + "/scratch/" + name; }

std::string CacheEntry::keep(const std::string& name) {
  std::ofstream(scratch(kKeyName), std::ios::binary) << key_;
  std::error_code error;
  for (const std::string& file : {kKeyName, name}) {
    fs::rename(scratch(file), folder_ + "/" + file, error);
    if (error) fail(folder_, error.message());
  }
  return folder_ + "/" + name;
}

}  // namespace g2t::stan
