// Rows of a file, read as the data of a fit were.
#pragma once

#include <g2t/models/regression_rows.hpp>
#include <g2t/program/models/data_encoding.hpp>
#include <g2t/program/models/model_data.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace g2t {

struct FileRows {
  std::unique_ptr<RegressionRows> rows;
  bool are_fitted = false;  ///< the very rows that the fit has seen
};

/// Columns of CSV are found by name, or by place where the fit's had none; LIBSVM features by index, and those that a
/// row lacks are zero. For logistic and bnn, whose inputs are all columns, one that the fit has not seen is an error.
///
/// @param needs_responses  else the response may be missing, and is not read
/// @throws InputError naming file, line and column of what cannot be used: a missing column, a feature or level that the
///         fit has not seen, a label that is neither of its two
FileRows read_rows(const DataEncoding& encoding, const std::string& file, bool needs_responses);
/// The same of a text in memory; `file` is what errors call it.
FileRows parse_rows(const DataEncoding& encoding, std::string_view text, const std::string& file, bool needs_responses);

/// The same of data in memory, whose columns have names.
/// @throws InvalidArgument also if the fit's data were of the other kind, by columns or by features
FileRows rows_of(const DataEncoding& encoding, const ModelData& data, bool needs_responses);

}  // namespace g2t
