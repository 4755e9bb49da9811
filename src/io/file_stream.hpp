// An output stream on a new file that remembers the system's reason for the first failure.
#pragma once

#include <cstdint>
#include <g2t/core/fingerprint.hpp>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

namespace g2t::io {

/// Buffers what is written to a file descriptor; after a failure nothing more is written.
class FileBuffer : public std::streambuf {
 public:
  /// Makes a new file; error() is set if that failed, for example because it exists.
  explicit FileBuffer(const std::string& path, bool has_fingerprint = true);
  /// Of a file that is open, and stays so.
  explicit FileBuffer(int descriptor);
  ~FileBuffer() override;
  FileBuffer(const FileBuffer&) = delete;
  FileBuffer& operator=(const FileBuffer&) = delete;

  /// Writes what is left, and if this opened the file, to the disk itself, and closes it. Check error() after.
  void close();

  /// Of all that was written. @pre it has one
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }
  /// errno of the first failure, 0 if all went well so far.
  [[nodiscard]] int error() const { return error_; }

 protected:
  int_type overflow(int_type c) override;
  int sync() override { return flush() ? 0 : -1; }

 private:
  bool flush();

  std::vector<char> buffer_;  // before the file is made: there may be no memory for it
  int descriptor_;
  bool is_own_, has_fingerprint_;
  int error_ = 0;
  std::uint64_t fingerprint_ = kEmptyFingerprint;
};

}  // namespace g2t::io
