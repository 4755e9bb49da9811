// Decompresses gzip data a block at a time, and knows other compressed files by their first bytes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct z_stream_s;

namespace g2t::io {

/// True if these first bytes of a file are those of gzip.
[[nodiscard]] bool is_gzip(std::string_view bytes);

/// Refuses files that cannot be text, by their first bytes: other compressions, archives, spreadsheets.
///
/// @throws InputError that says what the file is, and what to do
void refuse_archives(std::string_view bytes, const std::string& file);

/// A gzip file, or several one after the other, taken in blocks of any size.
class GzipDecoder {
 public:
  /// @param file  what errors call it
  explicit GzipDecoder(std::string file);
  ~GzipDecoder();
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  /// Appends what the next bytes of the file hold.
  ///
  /// @throws InputError if they are damaged
  void decode(std::string_view block, std::string& text);

  /// @throws InputError if the file is cut off
  void finish() const;

 private:
  void begin_member();

  std::string file_;
  std::unique_ptr<z_stream_s> stream_;
  bool is_inside_ = true;  // of a member; false after its end
};

}  // namespace g2t::io
