// Rows that decide (the first with each label, ...) are exchanged and judged as one small table; sums are added up.
#include <program/models/load_models.h>
#include <program/models/whole_data.h>

#include <algorithm>
#include <cmath>
#include <g2t/io/number.hpp>
#include <limits>
#include <map>
#include <set>

namespace g2t::program {
namespace {

// Every first row of a text, and of a number whatever its text: at most as many as could decide.
std::vector<Index> deciding_rows(const std::vector<std::string>& texts) {
  constexpr std::size_t kMost = 3;  // a third label is an error
  std::vector<Index> rows;
  std::set<std::string> known_texts;
  std::set<double> known_numbers;
  bool has_text = false;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const std::optional<double> number = parse_number(texts[row]);
    const bool is_new_number = number && known_numbers.size() < kMost && known_numbers.insert(*number).second;
    const bool is_new_text = known_texts.size() < kMost && known_texts.insert(texts[row]).second;
    const bool is_first_text = !number && !has_text;
    has_text = has_text || !number;
    if (is_new_number || is_new_text || is_first_text) rows.push_back(static_cast<Index>(row));
  }
  return rows;
}

bool is_label(const std::string& text, const std::string& label) {
  const std::optional<double> number = parse_number(text);
  return number ? number == parse_number(label) : text == label;
}

// The labels of the deciding rows, with the flags of these rows.
BinaryLabels with_own_flags(BinaryLabels labels, const std::vector<std::string>& texts, RowGroup& group) {
  Flags flags(texts.size());
  for (std::size_t row = 0; row < texts.size(); ++row) flags[row] = is_label(texts[row], labels.positive) ? 1 : 0;
  labels.positive_count = group.sum(std::count(flags.begin(), flags.end(), 1));
  labels.is_positive = std::move(flags);
  return labels;
}

struct Deciding {
  std::vector<std::string> texts;
  std::vector<long> lines;
  std::vector<Index> numbers;
};

Deciding gather_deciding(const std::vector<std::string>& texts, const std::vector<long>& lines, const std::vector<Index>& numbers,
                         RowGroup& group) {
  std::vector<std::string> own;
  for (const Index row : deciding_rows(texts)) {
    const std::size_t at = static_cast<std::size_t>(row);
    own.push_back(texts[at]);
    own.push_back(std::to_string(lines[at]));
    own.push_back(std::to_string(numbers.empty() ? row + 1 : numbers[at]));
  }
  Deciding out;
  for (const std::string& of : group.gather(pack(own))) {
    const std::vector<std::string> parts = unpack(of);
    for (std::size_t k = 0; k + 2 < parts.size(); k += 3) {
      out.texts.push_back(parts[k]);
      out.lines.push_back(std::stol(parts[k + 1]));
      out.numbers.push_back(std::stol(parts[k + 2]));
    }
  }
  return out;
}

}  // namespace

Index total(Index value, RowGroup* group) { return group == nullptr ? value : group->sum(value); }

BinaryLabels labels_of(const SparseTable& table, const std::optional<std::string>& positive, RowGroup* group) {
  if (group == nullptr) return binary_labels(table, positive);
  const std::vector<std::string> texts(table.label_texts.begin(), table.label_texts.end());
  const Deciding deciding = gather_deciding(texts, table.lines, {}, *group);
  SparseTable judged;
  judged.file = table.file;
  judged.lines = deciding.lines;
  for (const std::string& text : deciding.texts) {
    judged.label_texts.push_back(text);
    judged.labels.push_back(parse_number(text).value());
  }
  return with_own_flags(binary_labels(judged, positive), texts, *group);
}

BinaryLabels labels_of(const Table& table, Index column, const std::optional<std::string>& positive, RowGroup* group) {
  const std::string& name = table.names[static_cast<std::size_t>(column)];
  if (group == nullptr) return binary_labels(table, name, positive);
  std::vector<std::string> texts;
  for (Index row = 0; row < table.row_count(); ++row) {
    texts.push_back(table.text(row, column));
    if (is_missing_value(texts.back())) table.fail(row, column, "a label is missing");
  }
  const Deciding deciding = gather_deciding(texts, table.lines, table.row_numbers, *group);
  Table judged;
  judged.file = table.file;
  judged.names = table.names;
  judged.lines = deciding.lines;
  judged.row_numbers = deciding.numbers;
  for (const std::string& text : deciding.texts) {
    judged.cell_ends.resize(judged.cell_ends.size() + static_cast<std::size_t>(column), judged.cell_text.size());
    judged.cell_text += text;
    const std::size_t rest = static_cast<std::size_t>(table.column_count() - column);
    judged.cell_ends.resize(judged.cell_ends.size() + rest, judged.cell_text.size());
  }
  return with_own_flags(binary_labels(judged, name, positive), texts, *group);
}

std::vector<std::string> levels_of(const std::vector<std::string>& given, RowGroup* group) {
  std::vector<std::string> texts = given;
  if (group != nullptr) {
    std::vector<std::string> own;
    std::set<std::string> known;
    for (const std::string& text : given)
      if (known.insert(text).second) own.push_back(text);
    texts.clear();
    for (const std::string& of : group->gather(pack(own)))
      for (std::string& text : unpack(of)) texts.push_back(std::move(text));
  }
  std::vector<double> numbers;
  for (const std::string& text : texts) {
    const std::optional<double> number = parse_number(text);
    if (!number) break;
    numbers.push_back(*number + 0.0);  // "-0" is "0"
  }
  std::vector<std::string> levels;
  if (numbers.size() < texts.size()) {
    std::set<std::string> known;
    for (const std::string& text : texts)
      if (known.insert(text).second) levels.push_back(text);
    return levels;
  }
  std::map<double, std::string> name_of;
  for (std::size_t row = 0; row < texts.size(); ++row) name_of.try_emplace(numbers[row], texts[row]);
  for (const auto& [number, name] : name_of) levels.push_back(name);
  return levels;
}

bool find_scale(Vector values, double& center, double& scale, RowGroup* group) {
  const double rows = static_cast<double>(total(values.size(), group));
  center = scale = 0;
  if (rows == 0) return false;
  const ValueRange range = range_of(values, group);
  center = range.smallest;
  if (range.smallest == range.largest) return false;
  const auto sum_of = [group](double value) {
    if (group == nullptr) return value;
    double sum = 0;
    for (const double of : group->gather_values(value)) sum += of;
    return sum;
  };
  const double largest = std::max(std::abs(range.smallest), std::abs(range.largest));
  values /= largest;  // so that no square overflows
  const double mean = sum_of(values.sum()) / rows;
  center = mean * largest;
  scale = std::sqrt(sum_of((values.array() - mean).square().sum()) / rows) * largest;
  return true;
}

ValueRange range_of(const Vector& values, RowGroup* group) {
  ValueRange out{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  if (values.size() > 0) out = {values.minCoeff(), values.maxCoeff()};
  if (group == nullptr) return out;
  for (const ValueRange& of : group->gather_values(out))
    out = {std::min(out.smallest, of.smallest), std::max(out.largest, of.largest)};
  return out;
}

std::uint64_t continued_fingerprint(std::uint64_t before, const std::function<std::uint64_t(std::uint64_t)>& with_own,
                                    RowGroup* group) {
  if (group == nullptr) return with_own(before);
  for (Index rank = 0; rank < group->count(); ++rank)
    before = group->gather_values(rank == group->rank() ? with_own(before) : 0)[static_cast<std::size_t>(rank)];
  return before;
}

}  // namespace g2t::program
