// Reads LIBSVM files: a label and index:value pairs a line.
#pragma once

#include <g2t/io/table.hpp>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace g2t {

struct LibsvmOptions {
  bool zero_based = false;  ///< the first feature has index 0; never guessed, since a file does not show it
  Index features = 0;       ///< number of features; 0 takes the highest index that occurs
  Index threads = 1;        ///< that read; what they read does not depend on it
  /// Lines of the file before the text, if that is a part of it, which may have no rows.
  std::optional<long> lines_before = std::nullopt;
};

/// Reads a whole file, compressed by gzip or not; "-" is standard input.
///
/// Lines end in LF, CRLF or a lone CR, the last one also in nothing; blank lines, and what follows a '#', are left out;
/// blanks and tabs separate. A row may hold a label alone (all features are zero). Indices may have any order and are
/// sorted. Numbers are those of parse_number().
///
/// @throws InputError naming file, line, column and text: unreadable file, no rows, a label or value that is not a
///         number, a missing label, index 0 unless zero_based, an index twice in a row or above `features`
/// @throws InvalidArgument if `features` is negative, or `threads` not positive
/// Cost: one pass over the file, a megabyte a thread at a time.
[[nodiscard]] SparseTable read_libsvm(const std::string& path, const LibsvmOptions& options = {});

/// The same of a text in memory; `file` is what errors call it.
[[nodiscard]] SparseTable parse_libsvm(std::string_view text, const std::string& file,
                                       const LibsvmOptions& options = {});

/// The same from a stream; `file` is what errors call it.
[[nodiscard]] SparseTable read_libsvm(std::istream& in, const std::string& file, const LibsvmOptions& options = {});

}  // namespace g2t
