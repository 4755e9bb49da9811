// The response where it is needed, and inputs by the encoding.
#include <program/models/encode_rows.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/libsvm.hpp>
#include <g2t/io/number.hpp>
#include <g2t/program/models/read_rows.hpp>
#include <io/text_file.hpp>
#include <utility>

namespace g2t {
namespace {

bool is_same_label(const std::string& text, const std::string& label) {
  const std::optional<double> number = parse_number(text);
  return text == label || (number && number == parse_number(label));
}

// 1 for the positive label. Where the fit has seen that alone, every other one is negative.
template <class Fail>
Flags flags_of(const std::vector<std::string>& labels, const DataEncoding& encoding, const Fail& fail) {
  Flags flags;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const bool is_positive = is_same_label(labels[row], encoding.positive);
    if (!is_positive && !encoding.negative.empty() && !is_same_label(labels[row], encoding.negative))
      fail(row, "a label that the fit has not seen; it knows " + encoding.negative + " and " + encoding.positive);
    flags.push_back(is_positive ? 1 : 0);
  }
  return flags;
}

FileRows rows_of_features(SparseTable table, const DataEncoding& encoding, bool needs_responses) {
  const bool are_fitted = program::has_fingerprint(table, encoding.fingerprint);
  Flags positive;
  if (needs_responses)
    positive = flags_of(table.label_texts, encoding, [&](std::size_t row, const std::string& reason) {
      throw InputError({table.file, table.lines[row], 1}, reason, table.label_texts[row]);
    });
  LogisticData data = program::logistic_data(std::move(table), encoding);
  data.positive = std::move(positive);
  return {logistic_rows(std::move(data)), are_fitted};
}

void check_columns(const Table& table, const DataEncoding& encoding) {
  if (!encoding.has_header && table.column_count() != encoding.column_count)
    throw InputError({table.file}, "has " + counted(table.column_count(), "column") + ", but the fit's data had " +
                                       std::to_string(encoding.column_count) +
                                       ": without names columns are found by their place, that of the response too");
  if (encoding.kind == "poisson") return;  // other columns are of no use to it, here and in a fit
  std::vector<std::string> known{encoding.response};
  for (const ColumnEncoding& column : encoding.columns) known.push_back(column.name);
  for (const std::string& name : table.names) {
    if (contains(known, name)) continue;
    const std::string meant = nearest(name, known);
    throw InputError({table.file}, "a column that the fit has not seen" + (meant.empty() ? "" : ", which has " + meant),
                     name);
  }
}

std::unique_ptr<RegressionRows> network_rows_of(const Table& table, const DataEncoding& encoding,
                                                bool needs_responses) {
  NetworkData data = program::network_data(table, encoding);
  if (needs_responses) data.response = table.numeric_column(encoding.response);
  NetworkOptions options;
  options.hidden_units = encoding.hidden_units;
  options.hierarchical = encoding.hierarchical;
  return network_rows(std::move(data), options, {encoding.response_center, encoding.response_scale});
}

std::unique_ptr<RegressionRows> poisson_rows_of(const Table& table, const DataEncoding& encoding,
                                                bool needs_responses) {
  PoissonData data = program::poisson_data(table, encoding);
  if (needs_responses) {
    const Vector counts = table.count_column(encoding.response);
    data.count.assign(counts.begin(), counts.end());
  }
  return poisson_rows(std::move(data), table.row_count());
}

std::unique_ptr<RegressionRows> logistic_rows_of(const Table& table, const DataEncoding& encoding,
                                                 bool needs_responses) {
  LogisticData data = program::logistic_data(table, encoding);
  if (needs_responses)
    data.positive =
        flags_of(table.text_column(encoding.response), encoding, [&](std::size_t row, const std::string& reason) {
          table.fail(static_cast<Index>(row), table.column_index(encoding.response), reason);
        });
  return logistic_rows(std::move(data));
}

FileRows rows_of_columns(const Table& table, const DataEncoding& encoding, bool needs_responses) {
  check_columns(table, encoding);
  const auto make = encoding.kind == "bnn"       ? network_rows_of
                    : encoding.kind == "poisson" ? poisson_rows_of
                                                 : logistic_rows_of;
  return {make(table, encoding, needs_responses), program::has_fingerprint(table, encoding.fingerprint)};
}

}  // namespace

FileRows rows_of(const DataEncoding& encoding, const ModelData& data, bool needs_responses) {
  const auto* const features = std::get_if<SparseTable>(&data.content);
  const auto* const columns = std::get_if<Table>(&data.content);
  if (encoding.is_libsvm ? features == nullptr : columns == nullptr)
    throw InvalidArgument("rows_of", "data", data.name,
                          encoding.is_libsvm ? "a sparse table is needed, as the fit's data were one" : "a table of columns is needed");
  if (features != nullptr && features->feature_count > encoding.features)
    throw InvalidArgument("rows_of", "data", data.name,
                          "has " + counted(features->feature_count, "feature") + ", but the fit's data had " + grouped(encoding.features));
  if (features != nullptr) return rows_of_features(*features, encoding, needs_responses);
  return rows_of_columns(*columns, encoding, needs_responses);
}

FileRows parse_rows(const DataEncoding& encoding, std::string_view text, const std::string& file, bool needs_responses) {
  if (encoding.is_libsvm)
    return rows_of_features(parse_libsvm(text, file, {encoding.zero_based, encoding.features}), encoding, needs_responses);
  CsvOptions format;
  format.header = encoding.has_header ? CsvHeader::Yes : CsvHeader::No;
  return rows_of_columns(parse_csv(text, file, format), encoding, needs_responses);
}

FileRows read_rows(const DataEncoding& encoding, const std::string& file, bool needs_responses) {
  if (encoding.is_libsvm)
    return rows_of_features(read_libsvm(file, {encoding.zero_based, encoding.features}), encoding, needs_responses);
  return parse_rows(encoding, io::read_text_file(file), io::input_name(file), needs_responses);
}

}  // namespace g2t
