// One folder of the cache: files that were made from a key, which is kept beside them and compared whole.
#pragma once

#include <string>

namespace g2t::stan {

/// A folder for one key, locked against other processes for as long as this lives.
class CacheEntry {
 public:
  /// Makes the folder, waits for the lock, and removes what runs that died have left, here and in other entries.
  /// @throws InputError if the cache cannot be written, or another user may have put something into it
  CacheEntry(const std::string& kind, const std::string& key);
  ~CacheEntry();
  CacheEntry(const CacheEntry&) = delete;
  CacheEntry& operator=(const CacheEntry&) = delete;

  /// Path of the file, if it was made from this key; else empty.
  [[nodiscard]] std::string find(const std::string& name) const;
  /// Where to make a file before keep() gives it its name.
  [[nodiscard]] std::string scratch(const std::string& name) const;
  /// Gives a scratch file its name, and returns its path.
  std::string keep(const std::string& name);

 private:
  std::string folder_, scratch_, key_;
  int lock_ = -1;
};

}  // namespace g2t::stan
