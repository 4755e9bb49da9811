// Hierarchical Poisson regression from CSV files.
#include <program/models/load_models.h>

#include <cmath>
#include <g2t/core/contains.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/number.hpp>
#include <g2t/models/poisson.hpp>
#include <span>
#include <utility>

namespace g2t::program {
namespace {

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
  PoissonData data;
  const Vector counts = table.count_column(options.response);
  data.count.assign(counts.begin(), counts.end());
  if (!options.exposure.empty()) data.log_exposure = log_exposure(table, options.exposure);
  std::string levels_line;
  for (const std::string& group : options.groups) {
    Levels levels = levels_of(table.text_column(group));
    levels_line += (levels_line.empty() ? "" : ", ") + group + " (" +
                   counted(static_cast<Index>(levels.names.size()), "level") + ")";
    data.groupings.push_back({group, std::move(levels.names), std::move(levels.level_of_row)});
  }

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
