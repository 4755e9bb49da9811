// How a file's columns became the numbers of a built-in model: what new rows need so as to be read alike.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/core/types.hpp>
#include <string>
#include <vector>

namespace g2t {

/// A column of inputs or of groups.
struct ColumnEncoding {
  std::string name;
  double center = 0, scale = 1;     ///< numbers are (x - center) / scale; scale 0: constant, and 0 in every row
  std::vector<std::string> levels;  ///< of a column of levels, in the order of their parameters; empty: numbers
};

struct DataEncoding {
  std::string kind;         ///< "logistic", "poisson" or "bnn"
  std::string file;         ///< the data that were fitted,
  Index rows = 0;           ///< how many rows they have,
  std::string fingerprint;  ///< and what tells whether others are the same

  bool is_libsvm = false;  ///< then there are features by index, and no columns
  bool zero_based = false;
  Index features = 0;

  bool has_header = true;  ///< of CSV: columns have names
  Index column_count = 0;  ///< of CSV, with the response
  std::string response;
  std::string exposure;                 ///< empty: none
  std::vector<ColumnEncoding> columns;  ///< inputs, or grouping columns

  bool intercept = true;                           ///< logistic; without one each level has an indicator
  std::string negative, positive;                  ///< labels
  double response_center = 0, response_scale = 1;  ///< bnn: the network's response is (y - center) / scale
  Index hidden_units = 0;
  bool hierarchical = true;
};

/// The part of a summary that read_data_encoding() reads.
[[nodiscard]] Json data_encoding_json(const DataEncoding& encoding);
/// @param file  what errors call the document that this is a part of
/// @throws InputError naming the key and the value that cannot be used
[[nodiscard]] DataEncoding data_encoding_of(const Json& json, const std::string& file);

}  // namespace g2t
