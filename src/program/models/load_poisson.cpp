// Hierarchical Poisson regression from CSV files.
#include <program/models/encode_rows.h>
#include <program/models/load_models.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/io/csv.hpp>
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

LoadedModel poisson_of(const Table& table, const ModelOptions& options) {
  check_columns(options);
  const Vector counts = table.count_column(options.response);
  DataEncoding encoding = encoding_of("poisson", table);
  encoding.response = options.response;
  encoding.exposure = options.exposure;
  std::string levels_line;
  for (const std::string& group : options.groups) {
    ColumnEncoding column;
    column.name = group;
    column.levels = levels_of(table.text_column(group));
    levels_line += (levels_line.empty() ? "" : ", ") + group + " (" +
                   counted(static_cast<Index>(column.levels.size()), "level") + ")";
    encoding.columns.push_back(std::move(column));
  }
  PoissonData data = poisson_data(table, encoding);
  data.count.assign(counts.begin(), counts.end());

  LoadedModel loaded;
  loaded.description.push_back(file_name(table.file) + ": " + counted(table.row_count(), "row") + ", counts '" +
                               options.response + "' from " + format_number(counts.minCoeff()) + " to " +
                               format_number(counts.maxCoeff()) +
                               (options.exposure.empty() ? "" : ", exposure '" + options.exposure + "'"));
  loaded.description.push_back(counted(static_cast<Index>(options.groups.size()), "grouping column") +
                               (levels_line.empty() ? "" : ": " + levels_line));
  loaded.title = "hierarchical Poisson regression";
  loaded.model =
      options.prior_scale ? make_poisson(std::move(data), *options.prior_scale) : make_poisson(std::move(data));
  loaded.natural_scale = natural_scale_of(loaded.model->parameter_names(), 1, options.groups.size() + 1);  // after mu
  loaded.encoding = std::move(encoding);
  return loaded;
}

LoadedModel load_poisson(const ModelOptions& options) {
  if (options.data_format == "libsvm") refuse_model_option("data-format", "libsvm", "poisson needs CSV");
  const Table table = read_csv(options.data, csv_options(options));
  LoadedModel loaded = poisson_of(table, options);
  describe_reading(table, loaded);
  return loaded;
}

}  // namespace g2t::program
