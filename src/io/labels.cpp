// Keeps the distinct labels, orders the two, and marks the rows of the larger.
#include <cmath>
#include <g2t/io/labels.hpp>
#include <g2t/io/number.hpp>
#include <utility>

namespace g2t {
namespace {

// What labels are, whatever they come from.
struct DistinctLabels {
  const std::vector<LabelColumn::Label>& all;
  bool are_numbers;

  // The place of the positive one.
  [[nodiscard]] std::optional<std::size_t> positive(const std::optional<std::string>& given) const {
    const std::optional<double> number = given ? parse_number(*given) : std::nullopt;
    std::optional<std::size_t> chosen;
    for (std::size_t code = 0; code < all.size(); ++code) {
      const bool is_given = given && (are_numbers ? number == all[code].number : all[code].text == *given);
      if (given ? is_given : !chosen || all[code].number > all[*chosen].number) chosen = code;
    }
    return chosen;
  }
};

std::string list_labels(const DistinctLabels& labels) {
  std::string list;
  for (const LabelColumn::Label& label : labels.all) list += (list.empty() ? "" : ", ") + label.text;
  return list;
}

void check(const DistinctLabels& labels, bool has_positive, const LabelColumn::Fail& fail) {
  const std::string met = " (labels met: " + list_labels(labels) + ")";
  if (labels.are_numbers) {
    for (const LabelColumn::Label& label : labels.all)
      if (label.number != std::floor(label.number)) fail(label, "a class label must be a whole number" + met);
  }
  if (labels.all.size() > 2) fail(labels.all[2], "more than two labels occur" + met);
  if (has_positive) return;
  if (labels.all.size() < 2)
    fail(labels.all[0], "only one label occurs; say with --positive which label is the positive one" + met);
  if (!labels.are_numbers) fail(labels.all[0], "labels are text; say with --positive which is the positive one" + met);
}

// Rows of codes become rows of ones and zeros.
BinaryLabels split(const DistinctLabels& labels, Flags codes, const std::optional<std::string>& positive,
                   const LabelColumn::Fail& fail) {
  check(labels, positive.has_value(), fail);
  const std::optional<std::size_t> chosen = labels.positive(positive);
  if (!chosen && labels.all.size() == 2) {
    throw InvalidArgument("binary_labels", "positive", *positive,
                          "no row has this label (labels met: " + list_labels(labels) + ")");
  }

  BinaryLabels out;
  out.positive = chosen ? labels.all[*chosen].text : *positive;
  for (std::size_t code = 0; code < labels.all.size(); ++code)
    if (code != chosen) out.negative = labels.all[code].text;
  for (std::uint8_t& code : codes) {
    code = chosen && code == *chosen ? 1 : 0;
    out.positive_count += code;
  }
  out.is_positive = std::move(codes);
  return out;
}

}  // namespace

std::uint8_t LabelColumn::code_of(std::string_view text, double number, long line) {
  constexpr std::size_t kMost = 3;
  for (std::size_t code = 0; code < labels_.size(); ++code)
    if (are_numbers_ ? labels_[code].number == number : labels_[code].text == text) return static_cast<std::uint8_t>(code);
  if (labels_.size() == kMost) return kMost;
  labels_.push_back({std::string(text), number, static_cast<Index>(codes_.size()), line});
  return static_cast<std::uint8_t>(labels_.size() - 1);
}

Flags LabelColumn::is_positive(Index first, Index count, const std::optional<std::string>& positive) const {
  const std::optional<std::size_t> chosen = DistinctLabels{labels_, are_numbers_}.positive(positive);
  Flags flags(codes_.begin() + first, codes_.begin() + first + count);
  for (std::uint8_t& flag : flags) flag = chosen && flag == *chosen ? 1 : 0;
  return flags;
}

BinaryLabels LabelColumn::split(const Fail& fail, const std::optional<std::string>& positive) && {
  return g2t::split({labels_, are_numbers_}, std::move(codes_), positive, fail);
}

BinaryLabels LabelColumn::split(const std::string& file, const std::optional<std::string>& positive) && {
  const Fail fail = [&file](const Label& label, const std::string& reason) {
    throw InputError({file, label.line, 0}, reason, label.text);
  };
  return std::move(*this).split(fail, positive);
}

BinaryLabels binary_labels(const SparseTable& table, const std::optional<std::string>& positive) {
  LabelColumn column;
  for (std::size_t row = 0; row < table.labels.size(); ++row)
    column.add(table.label_texts[row], table.labels[row], table.lines[row]);
  return std::move(column).split(table.file, positive);
}

BinaryLabels binary_labels(const Table& table, std::string_view name, const std::optional<std::string>& positive) {
  const Index index = table.column_index(name);
  Index first_text_row = -1, number_count = 0;
  for (Index row = 0; row < table.row_count(); ++row) {
    if (is_missing_value(table.text(row, index))) table.fail(row, index, "a label is missing");
    const bool is_number = table.number(row, index).has_value();
    number_count += is_number ? 1 : 0;
    if (!is_number && first_text_row < 0) first_text_row = row;
  }
  if (first_text_row >= 0 && number_count > 0) table.fail(first_text_row, index, "the other labels are numbers, this is not");

  LabelColumn column(first_text_row < 0);
  for (Index row = 0; row < table.row_count(); ++row)
    column.add(table.text(row, index), table.number(row, index).value_or(0), table.lines[static_cast<std::size_t>(row)]);
  const auto fail = [&](const LabelColumn::Label& label, const std::string& reason) { table.fail(label.row, index, reason); };
  return std::move(column).split(fail, positive);
}

}  // namespace g2t
