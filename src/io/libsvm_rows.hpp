// LIBSVM text to rows, a chunk of lines at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <g2t/io/libsvm.hpp>
#include <io/text_chunks.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace g2t::io {

/// The rows of some lines, up to the first that cannot be read.
struct LibsvmRows {
  std::vector<std::string_view> label_texts;  ///< [rows], parts of the text
  std::vector<double> labels;                 ///< [rows]
  std::vector<long> lines;                    ///< [rows], from 1
  std::vector<Index> starts;                  ///< [rows + 1], from 0 on
  std::vector<std::int32_t> columns;          ///< [entries], from 0, rising within a row
  std::vector<double> values;                 ///< [entries]

  long line_count = 0;
  Index highest_column = -1;
  InputLocation highest_at;  ///< the first entry of that column; its file is left out
  struct Fault {
    InputLocation at;  ///< its file is left out
    std::string reason, text;
  };
  std::optional<Fault> fault;

  [[nodiscard]] Index row_count() const { return static_cast<Index>(lines.size()); }
  [[nodiscard]] Index entry_count() const { return static_cast<Index>(columns.size()); }
  void clear();
};

/// Reads all lines of a text into `rows`, whose memory is used again. What is wrong with a line is said in rows.fault.
/// @throws InputError never
void parse_libsvm_rows(std::string_view text, const LibsvmOptions& options, LibsvmRows& rows);

/// What is known of a whole file at its end.
struct LibsvmTotals {
  Index feature_count = 0;
  InputLocation highest_index;  ///< where the entry of the last feature that occurs stands
};

/// Reads in options.threads threads and has `take` the rows of each chunk in the file's order, with lines counted from the file's
/// beginning. What it takes together does not depend on threads and the size of chunks; nor do errors.
/// @throws InputError as read_libsvm()
LibsvmTotals read_libsvm_rows(TextChunks& chunks, const LibsvmOptions& options, const std::function<void(LibsvmRows& rows)>& take);

}  // namespace g2t::io
