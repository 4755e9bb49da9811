// A text a piece at a time, each of whole lines: what a large file is read by.
#pragma once

#include <cstddef>
#include <io/input_bytes.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace g2t::io {

/// Chunks of whole lines in the text's order. Together they are the text, without a byte order mark.
class TextChunks {
 public:
  static constexpr std::size_t kUsualSize = std::size_t{1} << 20U;

  /// @param size  of a chunk in bytes; one with a longer line is longer
  /// @throws InputError for what is no text by its first bytes (archives, UTF-16), or does not fit into memory
  explicit TextChunks(InputBytes bytes, std::size_t size = kUsualSize);
  /// Of a text that has been read, as it is. It must live longer than this.
  TextChunks(std::string_view text, std::string file, std::size_t size = kUsualSize);

  [[nodiscard]] const std::string& file() const { return file_; }
  /// About a chunk from the beginning on. @pre none has been taken
  [[nodiscard]] std::string_view beginning() const { return bytes_ ? std::string_view(ahead_) : text_.substr(0, size_); }

  /// Moves to the next chunk; false after the last one, and then `chunk` is empty.
  ///
  /// @throws InputError if the file cannot be read, is damaged or cut off, or a line does not fit into memory
  bool next(std::string& chunk);

  /// All chunks that are left as one text.
  std::string rest();

  /// Reads a compressed file to its end: where it is damaged, that is what is wrong with its lines too.
  ///
  /// @throws InputError if it is damaged or cut off
  void check_rest();

 private:
  bool append(std::size_t size, std::string& text);
  bool read_next(std::string& chunk);

  std::optional<InputBytes> bytes_;  // else text_ is what is left
  std::string_view text_;
  std::string file_;
  std::size_t size_;
  std::string ahead_;  // the beginning of the next chunk
  bool is_end_ = false;
};

/// What is wrong with a zero byte in a text.
inline constexpr const char* kZeroByte = "a zero byte in a text file";

}  // namespace g2t::io
