// Finds the distinct labels, orders the two, and marks the rows of the larger.
#include <cmath>
#include <functional>
#include <g2t/io/labels.hpp>
#include <g2t/io/number.hpp>

namespace g2t {
namespace {

// A label column, whatever table it comes from.
struct LabelColumn {
  std::vector<std::string> texts;
  std::vector<double> numbers;  // empty if the labels are text
  std::function<void(Index row, const std::string& reason)> fail;

  [[nodiscard]] bool is_same(std::size_t a, std::size_t b) const {
    return numbers.empty() ? texts[a] == texts[b] : numbers[a] == numbers[b];
  }
  [[nodiscard]] bool matches(std::size_t row, const std::string& label) const {
    if (numbers.empty()) return texts[row] == label;
    return parse_number(label) == numbers[row];
  }
};

// Rows where a label occurs first, at most three of them.
std::vector<std::size_t> first_rows(const LabelColumn& column) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < column.texts.size() && rows.size() < 3; ++row) {
    bool is_new = true;
    for (std::size_t known : rows) is_new = is_new && !column.is_same(row, known);
    if (is_new) rows.push_back(row);
  }
  return rows;
}

std::string list_labels(const LabelColumn& column, const std::vector<std::size_t>& rows) {
  std::string list;
  for (std::size_t row : rows) list += (list.empty() ? "" : ", ") + column.texts[row];
  return list;
}

void check(const LabelColumn& column, const std::vector<std::size_t>& rows, bool has_positive) {
  const std::string met = " (labels met: " + list_labels(column, rows) + ")";
  if (!column.numbers.empty()) {
    for (std::size_t row : rows) {
      const bool is_whole = column.numbers[row] == std::floor(column.numbers[row]);
      if (!is_whole) column.fail(static_cast<Index>(row), "a class label must be a whole number" + met);
    }
  }
  if (rows.size() > 2) column.fail(static_cast<Index>(rows[2]), "more than two labels occur" + met);
  if (has_positive) return;
  if (rows.size() < 2)
    column.fail(0, "only one label occurs; say with --positive which label is the positive one" + met);
  if (column.numbers.empty()) column.fail(0, "labels are text; say with --positive which is the positive one" + met);
}

BinaryLabels split(const LabelColumn& column, const std::optional<std::string>& positive) {
  const std::vector<std::size_t> rows = first_rows(column);
  check(column, rows, positive.has_value());

  std::optional<std::size_t> positive_row;
  for (std::size_t row : rows) {
    const bool is_wanted = positive ? column.matches(row, *positive)
                                    : !positive_row || column.numbers[row] > column.numbers[*positive_row];
    if (is_wanted) positive_row = row;
  }
  if (!positive_row && rows.size() == 2) {
    throw InvalidArgument("binary_labels", "positive", *positive,
                          "no row has this label (labels met: " + list_labels(column, rows) + ")");
  }

  BinaryLabels labels;
  labels.positive = positive_row ? std::string(column.texts[*positive_row]) : *positive;
  for (std::size_t row : rows) {
    if (row != positive_row) labels.negative = column.texts[row];
  }
  labels.is_positive.resize(column.texts.size());
  for (std::size_t row = 0; row < column.texts.size(); ++row) {
    labels.is_positive[row] = positive_row && column.is_same(row, *positive_row) ? 1 : 0;
    labels.positive_count += labels.is_positive[row];
  }
  return labels;
}

}  // namespace

BinaryLabels binary_labels(const SparseTable& table, const std::optional<std::string>& positive) {
  LabelColumn column;
  column.texts.assign(table.label_texts.begin(), table.label_texts.end());
  column.numbers = table.labels;
  column.fail = [&table](Index row, const std::string& reason) {
    const std::size_t position = static_cast<std::size_t>(row);
    throw InputError({table.file, table.lines[position], 0}, reason, table.label_texts[position]);
  };
  return split(column, positive);
}

BinaryLabels binary_labels(const Table& table, std::string_view name, const std::optional<std::string>& positive) {
  const Index index = table.column_index(name);
  LabelColumn column;
  column.fail = [&table, index](Index row, const std::string& reason) { table.fail(row, index, reason); };
  Index first_text_row = -1;
  for (Index row = 0; row < table.row_count(); ++row) {
    column.texts.push_back(table.text(row, index));
    if (is_missing_value(column.texts.back())) table.fail(row, index, "a label is missing");
    const std::optional<double> number = table.number(row, index);
    if (number) column.numbers.push_back(*number);
    if (!number && first_text_row < 0) first_text_row = row;
  }
  if (first_text_row >= 0 && !column.numbers.empty()) {
    table.fail(first_text_row, index, "the other labels are numbers, this is not");
  }
  return split(column, positive);
}

}  // namespace g2t
