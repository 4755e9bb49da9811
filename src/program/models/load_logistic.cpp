// Logistic regression from LIBSVM and CSV files.
#include <program/models/data_format.h>
#include <program/models/encode_rows.h>
#include <program/models/libsvm_data.h>
#include <program/models/load_models.h>
#include <program/models/row_tables.h>
#include <program/models/whole_data.h>

#include <functional>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/labels.hpp>
#include <g2t/models/logistic.hpp>
#include <io/text_file.hpp>
#include <optional>
#include <utility>
#include <variant>

namespace g2t::program {
namespace {

std::optional<std::string> positive_label(const ModelOptions& options) {
  return options.positive.empty() ? std::nullopt : std::optional<std::string>(options.positive);
}

using MakeModel = std::function<std::unique_ptr<Model>(double prior_scale)>;

LoadedModel finish(DataEncoding encoding, const BinaryLabels& labels, Index rows, Index features, const ModelOptions& options,
                   const MakeModel& make) {
  encoding.negative = labels.negative;
  encoding.positive = labels.positive;
  encoding.rows = rows;

  LoadedModel loaded;
  const std::string met = labels.negative.empty() ? labels.positive : labels.negative + ", " + labels.positive;
  loaded.description.push_back(file_name(encoding.file) + ": " + counted(rows, "row") + ", " + counted(features, "feature") +
                               ", " + std::to_string(labels.positive_count) + " positive (labels " + met + ")");
  if (labels.positive_count == 0 || labels.positive_count == rows) {
    loaded.description.emplace_back("warning: all rows have the same label, so the prior alone bounds the estimates");
  }
  loaded.title = "logistic regression";
  loaded.model = make(options.prior_scale.value_or(kLogisticPriorScale));
  loaded.encoding = std::move(encoding);
  return loaded;
}

LoadedModel finish(DataEncoding encoding, BinaryLabels labels, LogisticData data, const ModelOptions& options, RowGroup* group) {
  data.positive = std::move(labels.is_positive);
  const auto make = [&](double prior_scale) -> std::unique_ptr<Model> {
    if (data.rows.rows() == 0) return nullptr;  // others have some
    return make_logistic(std::move(data), prior_scale, exchange_of(group));
  };
  const Index rows = encoding.rows, features = data.rows.columns;
  return finish(std::move(encoding), labels, rows, features, options, make);
}

// Options that only one of the formats has.
void check_format_options(const ModelOptions& options, bool is_libsvm) {
  if (is_libsvm) {
    if (!options.response.empty()) refuse_model_option("response", options.response, "is for CSV; this is LIBSVM");
    if (options.header != "auto") refuse_model_option("header", options.header, "is for CSV; this is LIBSVM");
    if (options.standardize) refuse_model_option("standardize", "true", "is for CSV; this is LIBSVM");
    if (!options.categorical.empty()) {
      refuse_model_option("categorical", options.categorical.front(), "is for CSV; this is LIBSVM");
    }
    return;
  }
  if (options.zero_based) refuse_model_option("zero-based", "true", "is for LIBSVM; this is CSV");
  if (options.features > 0) {
    refuse_model_option("features", std::to_string(options.features), "is for LIBSVM; this is CSV");
  }
}

LoadedModel load_libsvm(io::TextChunks& chunks, const ModelOptions& options, Index threads) {
  check_format_options(options, true);
  const LibsvmOptions format{options.zero_based, options.features, threads};
  LibsvmData data = read_libsvm_data(chunks, format, options.intercept, positive_label(options));
  DataEncoding encoding;
  encoding.kind = "logistic";
  encoding.file = chunks.file();
  encoding.fingerprint = data.fingerprint;
  encoding.is_libsvm = true;
  encoding.features = data.features;
  encoding.intercept = options.intercept;
  encoding.zero_based = options.zero_based;
  const auto make = [&](double prior_scale) {
    return make_logistic(std::move(data.parts), data.features, libsvm_names(encoding), prior_scale);
  };
  return finish(encoding, data.labels, data.rows, data.features, options, make);
}

}  // namespace

LoadedModel logistic_of(const SparseTable& table, const ModelOptions& options, RowGroup* group) {
  check_format_options(options, true);
  check_features(table.file, table.feature_count, options.intercept);
  check_feature_memory(table.feature_count, options.features > 0, table.highest_index);
  DataEncoding encoding = encoding_of("logistic", table, group);
  encoding.intercept = options.intercept;
  encoding.zero_based = options.zero_based;
  LogisticData data = logistic_data(table, encoding);
  BinaryLabels labels = labels_of(table, positive_label(options), group);
  return finish(std::move(encoding), std::move(labels), std::move(data), options, group);
}

LoadedModel logistic_of(const Table& table, const ModelOptions& options, RowGroup* group) {
  check_format_options(options, false);
  const Index response = options.response.empty() ? 0 : table.column_index(options.response);
  const std::string& name = table.names[static_cast<std::size_t>(response)];
  BinaryLabels labels = labels_of(table, response, positive_label(options), group);
  DataEncoding encoding = encoding_of("logistic", table, group);
  encoding.intercept = options.intercept;
  encoding.response = name;
  EncodedColumns encoded = encode_columns(table, response, options, options.intercept, group);
  encoding.columns = std::move(encoded.columns);
  LogisticData data = logistic_data(table, encoding);
  check_features(table.file, data.rows.columns, options.intercept);
  LoadedModel loaded = finish(std::move(encoding), std::move(labels), std::move(data), options, group);
  describe_reading(table, loaded, "; the response is '" + name + "'");
  loaded.description.insert(loaded.description.end(), encoded.description.begin(), encoded.description.end());
  return loaded;
}

LoadedModel load_logistic(const ModelOptions& options, Index threads, RowGroup* group) {
  if (group != nullptr)
    return std::visit([&](const auto& table) { return logistic_of(table, options, group); }, read_own_rows(options, threads, *group));
  io::TextChunks chunks{io::InputBytes(options.data)};
  if (is_libsvm_data(options, chunks.beginning())) return load_libsvm(chunks, options, threads);
  const Table table = parse_csv(io::whole_text(chunks), chunks.file(), csv_options(options));  // whose text ends here
  return logistic_of(table, options);
}

}  // namespace g2t::program
