// Levels are found by their text, or by value where all of them are numbers.
#include <fmt/format.h>
#include <program/models/encode_rows.h>
#include <program/models/load_models.h>
#include <program/models/rows_fingerprint.h>
#include <program/models/whole_data.h>
#include <program/options/option_text.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/fingerprint.hpp>
#include <g2t/io/number.hpp>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace g2t::program {
namespace {

template <class Numbers>
std::uint64_t fingerprint_of_numbers(const Numbers& numbers, std::uint64_t before) {
  const std::size_t bytes = static_cast<std::size_t>(numbers.size()) * sizeof(*numbers.data());
  return fingerprint({reinterpret_cast<const char*>(numbers.data()), bytes}, before);
}

std::uint64_t fingerprint_of_texts(const std::vector<std::string>& texts, std::uint64_t before) {
  for (const std::string& text : texts) before = fingerprint(text + "\n", before);
  return before;
}

// Of places in what all processes have, of which `offset` lie before.
template <class Places>
std::uint64_t fingerprint_of_places(Places places, Index offset, std::uint64_t before) {
  for (auto& place : places) place += static_cast<typename Places::value_type>(offset);
  return fingerprint_of_numbers(places, before);
}

Index size_before(std::size_t size, RowGroup* group) {
  return group == nullptr ? 0 : group->sum_before(static_cast<Index>(size));
}

std::string hexadecimal(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

// Where the levels of a fit are, by text, and by value if all are numbers.
class LevelPlaces {
 public:
  explicit LevelPlaces(const std::vector<std::string>& levels) {
    for (const std::string& level : levels) {
      const Index place = static_cast<Index>(by_text_.size());
      by_text_[level] = place;
      if (const std::optional<double> number = parse_number(level)) by_value_[*number + 0.0] = place;  // "-0" is "0"
    }
    if (by_value_.size() < levels.size()) by_value_.clear();
  }

  // -1: it is none.
  [[nodiscard]] Index find(const std::string& text) const {
    if (const auto same = by_text_.find(text); same != by_text_.end()) return same->second;
    if (by_value_.empty()) return -1;
    const double number = parse_number(text).value_or(std::numeric_limits<double>::quiet_NaN());
    const auto equal = std::isnan(number) ? by_value_.end() : by_value_.find(number);
    return equal == by_value_.end() ? -1 : equal->second;
  }

 private:
  std::map<std::string, Index> by_text_;
  std::map<double, Index> by_value_;
};

std::string list_levels(const std::vector<std::string>& levels) {
  constexpr std::size_t kMost = 10;
  const std::size_t count = std::min(kMost, levels.size());
  return join({levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(count)}) +
         (levels.size() > kMost ? ", ..." : "");
}

std::vector<Index> level_positions(const Table& table, const ColumnEncoding& column) {
  const LevelPlaces places(column.levels);
  std::vector<Index> positions;
  for (const std::string& text : table.text_column(column.name)) {
    const Index place = places.find(text);
    if (place < 0)
      table.fail(static_cast<Index>(positions.size()), table.column_index(column.name),
                 "a level that the fit has not seen; it knows " + list_levels(column.levels));
    positions.push_back(place);
  }
  return positions;
}

// A column of numbers, and where they go.
struct NumberColumn {
  Index column = 0, input = 0;
  bool are_all = true;  // false: a cell is no number
};

// Block after block of rows, since cells lie by rows, and a table may be larger than any cache.
void read_numbers(const Table& table, std::vector<NumberColumn>& columns, Matrix& values) {
  constexpr Index kRows = 256;
  for (Index first = 0; first < table.row_count(); first += kRows) {
    const Index end = std::min(first + kRows, table.row_count());
    for (NumberColumn& to : columns) {
      for (Index row = first; row < end && to.are_all; ++row) {
        const std::optional<double> number = table.number(row, to.column);
        if (number) values(row, to.input) = *number;
        to.are_all = number.has_value();
      }
    }
  }
}

SparseRows sparse_rows(const Matrix& values) {
  SparseRows rows;
  rows.columns = values.cols();
  for (Index row = 0; row < values.rows(); ++row) {
    for (Index column = 0; column < values.cols(); ++column) {
      if (values(row, column) == 0) continue;
      rows.column.push_back(static_cast<std::int32_t>(column));
      rows.value.push_back(values(row, column));
    }
    rows.start.push_back(static_cast<Index>(rows.value.size()));
  }
  return rows;
}

std::vector<double> log_exposure(const Table& table, const std::string& name) {
  const Index column = table.column_index(name);
  const Vector exposure = table.numeric_column(column);
  std::vector<double> logs;
  for (Index row = 0; row < exposure.size(); ++row) {
    if (!(exposure[row] > 0)) table.fail(row, column, "an exposure must be above 0");
    logs.push_back(std::log(exposure[row]));
  }
  return logs;
}

// The arrays one after the other, as fingerprints were before rows came in chunks.
std::string fingerprint_of_arrays(const SparseTable& table) {
  std::uint64_t hash = fingerprint_of_texts(table.label_texts, kEmptyFingerprint);
  hash = fingerprint_of_numbers(table.row_starts, hash);
  return fmt::format("{:016x}", fingerprint_of_numbers(table.values, fingerprint_of_numbers(table.columns, hash)));
}

// What tables of both formats have.
template <class AnyTable>
DataEncoding encoding_of_any(const std::string& kind, const AnyTable& table, RowGroup* group) {
  DataEncoding encoding;
  encoding.kind = kind;
  encoding.file = table.file;
  encoding.rows = total(table.row_count(), group);
  encoding.fingerprint = fingerprint_of(table, group);
  return encoding;
}

}  // namespace

Vector numbers_of(const Table& table, Index column) {
  Vector numbers(table.row_count());
  for (Index row = 0; row < table.row_count(); ++row) {
    const std::optional<double> number = table.number(row, column);
    if (!number) {
      const std::string text = table.text(row, column);
      const bool may_be_level = !is_missing_value(text) && !is_decimal_comma_number(text);
      const std::string& name = table.names[static_cast<std::size_t>(column)];
      table.fail(
          row, column,
          describe_number_fault(text) + (may_be_level ? "; a column of levels needs --categorical " + name : ""));
    }
    numbers[row] = *number;
  }
  return numbers;
}

std::string fingerprint_of(const Table& table, RowGroup* group) {
  std::uint64_t hash = fingerprint_of_texts(table.names, kEmptyFingerprint);
  hash = continued_fingerprint(hash, [&](std::uint64_t before) { return fingerprint(table.cell_text, before); }, group);
  for (const Vector& values : table.numbers) hash = fingerprint_of_numbers(values, hash);  // no part of a file has any
  const auto ends = [&](Index offset) {
    return [&table, offset](std::uint64_t before) { return fingerprint_of_places(table.cell_ends, offset, before); };
  };
  return hexadecimal(continued_fingerprint(hash, ends(size_before(table.cell_text.size(), group)), group));
}

std::string fingerprint_of(const SparseTable& table, RowGroup* group) {
  const auto with_rows = [&table](std::uint64_t before) {
    RowsFingerprint rows(before);
    for (std::size_t row = 0; row < table.label_texts.size(); ++row) {
      const Index begin = table.row_starts[row], count = table.row_starts[row + 1] - begin;
      rows.add_row(table.label_texts[row], table.columns.data() + begin, table.values.data() + begin, count);
    }
    return rows.number();
  };
  return RowsFingerprint(continued_fingerprint(kEmptyFingerprint, with_rows, group)).text();
}

bool has_fingerprint(const Table& table, const std::string& fingerprint) { return fingerprint_of(table) == fingerprint; }

bool has_fingerprint(const SparseTable& table, const std::string& fingerprint) {
  const bool is_by_rows = fingerprint.starts_with(RowsFingerprint::kPrefix);
  return fingerprint == (is_by_rows ? fingerprint_of(table) : fingerprint_of_arrays(table));
}

DataEncoding encoding_of(const std::string& kind, const Table& table, RowGroup* group) {
  DataEncoding encoding = encoding_of_any(kind, table, group);
  encoding.has_header = table.has_header;
  encoding.column_count = table.column_count();
  return encoding;
}

DataEncoding encoding_of(const std::string& kind, const SparseTable& table, RowGroup* group) {
  DataEncoding encoding = encoding_of_any(kind, table, group);
  encoding.is_libsvm = true;
  encoding.features = table.feature_count;
  return encoding;
}

Vector centred(const Vector& values, double center, double scale) {
  if (scale == 0) return Vector::Zero(values.size());
  if (center == 0 && scale == 1) return values;
  return (0.5 * values.array() - 0.5 * center) / (0.5 * scale);  // halves: no difference overflows
}

InputColumns input_columns(const Table& table, const std::vector<ColumnEncoding>& columns, bool leaves_first_level) {
  InputColumns inputs;
  std::vector<NumberColumn> numbers;
  for (const ColumnEncoding& column : columns) {
    const Index input = static_cast<Index>(inputs.names.size());
    if (column.levels.empty()) {
      numbers.push_back({table.column_index(column.name), input});
      inputs.names.push_back(column.name);
    }
    for (std::size_t level = leaves_first_level ? 1 : 0; level < column.levels.size(); ++level)
      inputs.names.push_back(column.name + "." + column.levels[level]);
  }
  inputs.values.resize(table.row_count(), static_cast<Index>(inputs.names.size()));
  read_numbers(table, numbers, inputs.values);

  Index input = 0;
  auto next_numbers = numbers.begin();
  for (const ColumnEncoding& column : columns) {
    if (column.levels.empty()) {
      if (!next_numbers->are_all) static_cast<void>(numbers_of(table, next_numbers->column));  // throws
      inputs.values.col(input) = centred(inputs.values.col(input), column.center, column.scale);
      ++next_numbers;
      ++input;
      continue;
    }
    const std::vector<Index> positions = level_positions(table, column);
    for (std::size_t level = leaves_first_level ? 1 : 0; level < column.levels.size(); ++level, ++input) {
      for (Index row = 0; row < table.row_count(); ++row)
        inputs.values(row, input) = positions[static_cast<std::size_t>(row)] == static_cast<Index>(level) ? 1 : 0;
    }
  }
  return inputs;
}

std::vector<std::string> libsvm_names(const DataEncoding& encoding) {
  std::vector<std::string> names;
  if (encoding.zero_based)
    for (Index j = 0; j < encoding.features; ++j) names.push_back("x" + std::to_string(j));
  return names;
}

LogisticData logistic_data(SparseTable table, const DataEncoding& encoding) {
  LogisticData data;
  data.intercept = encoding.intercept;
  data.rows.columns = encoding.features;
  data.rows.start = std::move(table.row_starts);
  data.rows.value = std::move(table.values);
  data.rows.column.reserve(table.columns.size());
  for (const Index column : table.columns) data.rows.column.push_back(static_cast<std::int32_t>(column));
  data.feature_names = libsvm_names(encoding);
  return data;
}

LogisticData logistic_data(const Table& table, const DataEncoding& encoding) {
  InputColumns inputs = input_columns(table, encoding.columns, encoding.intercept);
  LogisticData data;
  data.intercept = encoding.intercept;
  data.rows = sparse_rows(inputs.values);
  data.feature_names = std::move(inputs.names);
  return data;
}

PoissonData poisson_data(const Table& table, const DataEncoding& encoding) {
  PoissonData data;
  if (!encoding.exposure.empty()) data.log_exposure = log_exposure(table, encoding.exposure);
  for (const ColumnEncoding& column : encoding.columns)
    data.groupings.push_back({column.name, column.levels, level_positions(table, column)});
  return data;
}

NetworkData network_data(const Table& table, const DataEncoding& encoding) {
  InputColumns inputs = input_columns(table, encoding.columns, true);
  NetworkData data;
  data.inputs = std::move(inputs.values);
  data.input_names = std::move(inputs.names);
  return data;
}

}  // namespace g2t::program
