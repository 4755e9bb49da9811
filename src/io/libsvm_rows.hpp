// LIBSVM files to rows, a chunk of lines at a time.
#pragma once

#include <functional>
#include <g2t/io/libsvm.hpp>
#include <io/libsvm_lines.hpp>
#include <io/text_chunks.hpp>

namespace g2t::io {

/// What is known of a whole file at its end.
struct LibsvmTotals {
  Index feature_count = 0;
  InputLocation highest_index;  ///< where the entry of the last feature that occurs stands
};

/// Reads in options.threads threads and has `take` the rows of each chunk in the file's order, with lines counted from the file's
/// beginning. What it takes together does not depend on threads and the size of chunks; nor do errors.
/// @throws InputError, InvalidArgument as read_libsvm()
LibsvmTotals read_libsvm_rows(TextChunks& chunks, const LibsvmOptions& options,
                              const std::function<void(LibsvmRows& rows)>& take);

}  // namespace g2t::io
