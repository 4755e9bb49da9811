// Hierarchical Poisson regression from CSV files.
#include <program/models/encode_rows.h>
#include <program/models/load_models.h>
#include <program/models/row_tables.h>
#include <program/models/whole_data.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/io/number.hpp>
#include <g2t/models/poisson.hpp>
#include <span>
#include <utility>

namespace g2t::program {
namespace {

void check_columns(const ModelOptions& options) {
  if (options.response.empty()) refuse_model_option("response", "", "poisson needs the name of the column of counts");
  if (options.exposure == options.response) refuse_model_option("exposure", options.exposure, "is the response");
  for (std::size_t i = 0; i < options.groups.size(); ++i) {
    const std::string& group = options.groups[i];
    if (group == options.response) refuse_model_option("groups", group, "is the response");
    if (contains(std::span(options.groups).first(i), group)) refuse_model_option("groups", group, "occurs twice");
  }
}

}  // namespace

LoadedModel poisson_of(const Table& table, const ModelOptions& options, RowGroup* group) {
  check_columns(options);
  const Vector counts = table.count_column(options.response);
  DataEncoding encoding = encoding_of("poisson", table, group);
  encoding.response = options.response;
  encoding.exposure = options.exposure;
  std::string levels_line;
  for (const std::string& name : options.groups) {
    ColumnEncoding column;
    column.name = name;
    column.levels = levels_of(table.text_column(name), group);
    levels_line += (levels_line.empty() ? "" : ", ") + name + " (" +
                   counted(static_cast<Index>(column.levels.size()), "level") + ")";
    encoding.columns.push_back(std::move(column));
  }
  PoissonData data = poisson_data(table, encoding);
  data.count.assign(counts.begin(), counts.end());

  const ValueRange range = range_of(counts, group);
  LoadedModel loaded;
  loaded.description.push_back(file_name(table.file) + ": " + counted(encoding.rows, "row") + ", counts '" +
                               options.response + "' from " + format_number(range.smallest) + " to " +
                               format_number(range.largest) +
                               (options.exposure.empty() ? "" : ", exposure '" + options.exposure + "'"));
  loaded.description.push_back(counted(static_cast<Index>(options.groups.size()), "grouping column") +
                               (levels_line.empty() ? "" : ": " + levels_line));
  loaded.title = "hierarchical Poisson regression";
  if (!data.count.empty())
    loaded.model = make_poisson(std::move(data), options.prior_scale.value_or(kPoissonPriorScale), exchange_of(group));
  if (loaded.model == nullptr) return loaded;
  loaded.natural_scale = natural_scale_of(loaded.model->parameter_names(), 1, options.groups.size() + 1);  // after mu
  loaded.encoding = std::move(encoding);
  return loaded;
}

LoadedModel load_poisson(const ModelOptions& options, RowGroup* group) {
  if (options.data_format == "libsvm") refuse_model_option("data-format", "libsvm", "poisson needs CSV");
  const Table table = read_table(options, group);
  LoadedModel loaded = poisson_of(table, options, group);
  describe_reading(table, loaded);
  return loaded;
}

}  // namespace g2t::program
