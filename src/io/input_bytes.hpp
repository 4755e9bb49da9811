// The bytes of a file, of standard input or of a stream, decompressed as they come.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace g2t::io {

class GzipDecoder;

/// What messages call the file of a path: "-" is standard input.
std::string input_name(const std::string& path);

/// Bytes in order, each once.
class InputBytes {
 public:
  /// @param path  "-" is standard input, which can be read once
  /// @throws InputError with the system's reason
  explicit InputBytes(const std::string& path);
  /// The rest of a stream; `file` is what errors call it.
  InputBytes(std::istream& in, std::string file);
  ~InputBytes();
  InputBytes(InputBytes&&) noexcept;

  [[nodiscard]] const std::string& file() const { return file_; }
  /// True if the bytes come out of gzip.
  [[nodiscard]] bool is_compressed() const { return decoder_ != nullptr; }
  /// How many bytes there may be in all; 0: not known.
  [[nodiscard]] std::size_t expected_size() const { return is_compressed() ? 0 : expected_size_; }

  /// Adds `size` bytes to the end of `text`, of a compressed file maybe more; false if it ends before.
  ///
  /// @throws InputError if the file cannot be read, is damaged or cut off
  bool append(std::size_t size, std::string& text);

 private:
  // Puts up to `size` bytes there and returns how many; 0 at the end alone.
  using ReadSome = std::function<std::size_t(char* to, std::size_t size)>;
  void begin();
  bool append_raw(std::size_t size, std::string& text);

  std::string file_;
  ReadSome read_some_;
  std::size_t expected_size_ = 0;
  std::string block_;  // read ahead; of a compressed file: what is decoded next
  bool is_more_ = true;
  std::unique_ptr<GzipDecoder> decoder_;
};

}  // namespace g2t::io
