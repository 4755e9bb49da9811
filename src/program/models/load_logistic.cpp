// Logistic regression from LIBSVM and CSV files.
#include <program/models/data_format.h>
#include <program/models/encode_rows.h>
#include <program/models/load_models.h>
#include <program/models/row_tables.h>
#include <program/models/whole_data.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/labels.hpp>
#include <g2t/io/libsvm.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <io/text_file.hpp>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

namespace g2t::program {
namespace {

std::optional<std::string> positive_label(const ModelOptions& options) {
  return options.positive.empty() ? std::nullopt : std::optional<std::string>(options.positive);
}

void check_features(const std::string& file, Index features, bool intercept) {
  if (features > std::numeric_limits<std::int32_t>::max()) {
    throw InputError({file, 0, 0}, "has too many features", std::to_string(features));
  }
  if (features == 0 && !intercept) throw InputError({file, 0, 0}, "has no features, and there is no intercept");
}

LoadedModel finish(DataEncoding encoding, const BinaryLabels& labels, LogisticData data, const ModelOptions& options,
                   RowGroup* group) {
  const std::string& file = encoding.file;
  check_features(file, data.rows.columns, options.intercept);
  data.positive = labels.is_positive;
  encoding.negative = labels.negative;
  encoding.positive = labels.positive;

  LoadedModel loaded;
  const std::string met = labels.negative.empty() ? labels.positive : labels.negative + ", " + labels.positive;
  loaded.description.push_back(file_name(file) + ": " + counted(encoding.rows, "row") + ", " +
                               counted(data.rows.columns, "feature") + ", " + std::to_string(labels.positive_count) +
                               " positive (labels " + met + ")");
  if (labels.positive_count == 0 || labels.positive_count == encoding.rows) {
    loaded.description.emplace_back("warning: all rows have the same label, so the prior alone bounds the estimates");
  }
  loaded.title = "logistic regression";
  if (data.rows.rows() > 0)
    loaded.model = make_logistic(std::move(data), options.prior_scale.value_or(kLogisticPriorScale), exchange_of(group));
  loaded.encoding = std::move(encoding);
  return loaded;
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

}  // namespace

LoadedModel logistic_of(const SparseTable& table, const ModelOptions& options, RowGroup* group) {
  check_format_options(options, true);
  check_features(table.file, table.feature_count, options.intercept);
  const bool is_given = options.features > 0;
  check_model_memory(static_cast<double>(table.feature_count),
                     is_given ? InputLocation{table.file, 0, 0} : table.highest_index,
                     counted(table.feature_count, "feature") +
                         (is_given ? ", as --features says," : ", up to this index, which may be a mistake,"));
  DataEncoding encoding = encoding_of("logistic", table, group);
  encoding.intercept = options.intercept;
  encoding.zero_based = options.zero_based;
  LogisticData data = logistic_data(table, encoding);
  const BinaryLabels labels = labels_of(table, positive_label(options), group);
  return finish(std::move(encoding), labels, std::move(data), options, group);
}

LoadedModel logistic_of(const Table& table, const ModelOptions& options, RowGroup* group) {
  check_format_options(options, false);
  const Index response = options.response.empty() ? 0 : table.column_index(options.response);
  const std::string& name = table.names[static_cast<std::size_t>(response)];
  const BinaryLabels labels = labels_of(table, response, positive_label(options), group);
  DataEncoding encoding = encoding_of("logistic", table, group);
  encoding.intercept = options.intercept;
  encoding.response = name;
  EncodedColumns encoded = encode_columns(table, response, options, options.intercept, group);
  encoding.columns = std::move(encoded.columns);
  LogisticData data = logistic_data(table, encoding);
  LoadedModel loaded = finish(std::move(encoding), labels, std::move(data), options, group);
  describe_reading(table, loaded, "; the response is '" + name + "'");
  loaded.description.insert(loaded.description.end(), encoded.description.begin(), encoded.description.end());
  return loaded;
}

LoadedModel load_logistic(const ModelOptions& options, RowGroup* group) {
  if (group != nullptr)
    return std::visit([&](const auto& table) { return logistic_of(table, options, group); }, read_own_rows(options, *group));
  const std::string text = io::read_text_file(options.data), file = io::input_name(options.data);
  if (is_libsvm_data(options, text)) return logistic_of(parse_libsvm(text, file, {options.zero_based, options.features}), options);
  return logistic_of(parse_csv(text, file, csv_options(options)), options);
}

}  // namespace g2t::program
