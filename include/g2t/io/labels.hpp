// Two classes out of a column of labels: which label is the positive one, and which rows have it.
#pragma once

#include <g2t/io/table.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace g2t {

/// A label column with two values. Labels are kept as they were written where they first occur.
struct BinaryLabels {
  Flags is_positive;     ///< [row_count]
  std::string negative;  ///< empty if only the positive label occurs
  std::string positive;
  Index positive_count = 0;

  /// True if every row has the same label: the likelihood alone then has no maximum, and users should be warned.
  [[nodiscard]] bool has_one_class() const {
    return positive_count == 0 || positive_count == static_cast<Index>(is_positive.size());
  }
};

/// The larger label is the positive one, unless `positive` names another; numbers are compared by value ("1" is "1.0").
///
/// With one label alone, and with labels that are text, `positive` is needed.
///
/// @throws InputError naming the labels met: more than two, a fraction, or one alone (or text) without `positive`
/// @throws InvalidArgument if two labels occur and `positive` is neither
[[nodiscard]] BinaryLabels binary_labels(const SparseTable& table, const std::optional<std::string>& positive = {});

/// The same for a column of a table; missing cells are errors as in Table::text_column().
[[nodiscard]] BinaryLabels binary_labels(const Table& table, std::string_view column,
                                         const std::optional<std::string>& positive = {});

}  // namespace g2t
