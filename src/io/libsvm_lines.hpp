// LIBSVM lines to rows: one chunk of them, by itself.
#pragma once

#include <cstdint>
#include <g2t/io/libsvm.hpp>
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
void parse_libsvm_lines(std::string_view text, const LibsvmOptions& options, LibsvmRows& rows);

}  // namespace g2t::io
