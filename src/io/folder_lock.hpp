// A lock on a folder, held while names in it are given.
#pragma once

#include <string>

namespace g2t::io {

/// Held by one process at a time, for as long as this lives. Where a file system has no locks, nobody waits.
class FolderLock {
 public:
  enum class Wait { Yes, No };
  explicit FolderLock(const std::string& folder, Wait wait = Wait::Yes);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  [[nodiscard]] bool is_held() const { return is_held_; }
  /// Names are as lasting as contents after this; not every file system can.
  void synchronise() const;

 private:
  int descriptor_;
  bool is_held_ = false;
};

/// Locks a file until the descriptor is closed; -1 if another process holds it, or it cannot be locked.
int lock_file(const std::string& path);

/// "." for a name alone.
std::string folder_of(const std::string& path);

}  // namespace g2t::io
