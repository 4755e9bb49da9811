// Which part of a file's text is each process's: cut by bytes, at ends of rows.
#pragma once

#include <program/models/row_group.h>

#include <string>
#include <string_view>

namespace g2t::program {

/// A process's part of a text; the parts of all, by rank, are the whole.
struct RowText {
  bool is_whole = false;  ///< the file cannot be cut: every process has all of it
  std::string text;
  long lines_before = 0;
};

/// Bytes from rank * size / count on, from the first end of a row on. Whole is what is compressed or no file on a disk, has bytes
/// that no text has, or is short.
/// @param has_quotes  then a line end between quotes ends no row
RowText read_row_text(const std::string& path, bool has_quotes, RowGroup& group);

/// All of it, in every process; of standard input the first one's.
std::string read_whole_text(const std::string& path, RowGroup& group);

/// How many lines end in a text, by LF, CRLF or a lone CR.
long count_line_ends(std::string_view text);

}  // namespace g2t::program
