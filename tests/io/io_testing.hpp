// What the tests of readers share: text in a stream, a scratch folder, and the message of an error.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/libsvm.hpp>
#include <iterator>
#include <sstream>
#include <string>

#include "../support/scratch_folder.hpp"

namespace g2t::testing {

inline SparseTable libsvm_of(const std::string& text, const LibsvmOptions& options = {}) {
  std::istringstream in(text);
  return read_libsvm(in, "data.svm", options);
}

inline Table csv_of(const std::string& text, const CsvOptions& options = {}) {
  std::istringstream in(text);
  return read_csv(in, "data.csv", options);
}

/// what() of the Error that `action` throws; fails the test if it throws none.
template <class Error = InputError, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

inline std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The six rows that many cases share: +1 -1 +1 -1 +1 -1, three features.
inline const char* const kSixRows =
    "+1 1:0.5 3:-1.2\n-1 2:1.5 3:0.3\n+1 1:-0.7 2:0.4\n-1 1:1.1 3:0.8\n+1 2:-0.9\n-1 1:-0.2 2:0.6 3:1.4\n";

/// The same features, row by row, zeros filled in.
inline Matrix six_rows() {
  Matrix rows(6, 3);
  rows << 0.5, 0, -1.2, 0, 1.5, 0.3, -0.7, 0.4, 0, 1.1, 0, 0.8, 0, -0.9, 0, -0.2, 0.6, 1.4;
  return rows;
}

inline Matrix dense(const SparseTable& table) {
  Matrix rows = Matrix::Zero(table.row_count(), table.feature_count);
  for (Index row = 0; row < table.row_count(); ++row) {
    const std::size_t at = static_cast<std::size_t>(row);
    for (Index i = table.row_starts[at]; i < table.row_starts[at + 1]; ++i) {
      rows(row, table.columns[static_cast<std::size_t>(i)]) = table.values[static_cast<std::size_t>(i)];
    }
  }
  return rows;
}

/// Columns first, first + 1, ... of a table as numbers.
inline Matrix dense(const Table& table, Index first, Index count) {
  Matrix columns(table.row_count(), count);
  for (Index k = 0; k < count; ++k) columns.col(k) = table.numeric_column(first + k);
  return columns;
}

}  // namespace g2t::testing
