// Two classes out of a column of labels: which label is the positive one, and which rows have it.
#pragma once

#include <cstdint>
#include <functional>
#include <g2t/io/table.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Labels row by row, a byte each, for files whose rows are not kept as text.
class LabelColumn {
 public:
  /// A label where it occurs first.
  struct Label {
    std::string text;
    double number = 0;
    Index row = 0;  ///< from 0
    long line = 0;  ///< of the file
  };
  using Fail = std::function<void(const Label& label, const std::string& reason)>;

  /// @param are_numbers  then labels are the same if their numbers are; else if their texts are
  explicit LabelColumn(bool are_numbers = true) : are_numbers_(are_numbers) {}

  void add(std::string_view text, double number, long line) { codes_.push_back(code_of(text, number, line)); }

  [[nodiscard]] Index row_count() const { return static_cast<Index>(codes_.size()); }

  /// True if it is known which label is the positive one, unless there are errors: two are met, or it is given.
  [[nodiscard]] bool can_tell_positive(const std::optional<std::string>& positive) const {
    return positive.has_value() || labels_.size() > 1;
  }
  /// Of `count` rows from `first` on, 1 for the positive label.
  /// @pre can_tell_positive(positive)
  [[nodiscard]] Flags is_positive(Index first, Index count, const std::optional<std::string>& positive) const;

  /// What binary_labels() makes of them; `fail` throws an error about a label.
  /// @pre there is a row
  [[nodiscard]] BinaryLabels split(const Fail& fail, const std::optional<std::string>& positive = {}) &&;
  /// The same; errors name the label's line in `file`.
  [[nodiscard]] BinaryLabels split(const std::string& file, const std::optional<std::string>& positive = {}) &&;

 private:
  std::uint8_t code_of(std::string_view text, double number, long line);

  bool are_numbers_;
  std::vector<Label> labels_;  // the first three that are distinct
  Flags codes_;                // [rows], which of them; 3: yet another
};

/// The same for a column of a table; missing cells are errors as in Table::text_column().
[[nodiscard]] BinaryLabels binary_labels(const Table& table, std::string_view column,
                                         const std::optional<std::string>& positive = {});

}  // namespace g2t
