// Bayesian neural network regression from CSV files.
#include <program/models/encode_rows.h>
#include <program/models/load_models.h>
#include <program/models/row_tables.h>
#include <program/models/whole_data.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <utility>

namespace g2t::program {

LoadedModel network_of(const Table& table, const ModelOptions& options, RowGroup* group) {
  if (options.prior != "hierarchical" && options.prior != "fixed") {
    refuse_model_option("prior", options.prior, "hierarchical or fixed is needed");
  }
  const Index response = options.response.empty() ? 0 : table.column_index(options.response);
  const std::string& name = table.names[static_cast<std::size_t>(response)];
  DataEncoding encoding = encoding_of("bnn", table, group);
  encoding.response = name;
  encoding.hidden_units = options.hidden_units;
  encoding.hierarchical = options.prior == "hierarchical";
  Vector responses = table.numeric_column(response);
  if (options.standardize) {
    if (!find_scale(responses, encoding.response_center, encoding.response_scale, group))
      throw InputError({table.file, 0, 0}, "the response is constant and cannot be standardised", name);
    responses = centred(responses, encoding.response_center, encoding.response_scale);
  }
  EncodedColumns encoded = encode_columns(table, response, options, true, group);
  encoding.columns = std::move(encoded.columns);
  NetworkData data = network_data(table, encoding);
  if (data.input_names.empty()) throw InputError({table.file, 0, 0}, "has no inputs beside the response", name);
  data.response = std::move(responses);

  LoadedModel loaded;
  loaded.description.push_back(file_name(table.file) + ": " + counted(encoding.rows, "row") + ", " +
                               counted(data.inputs.cols(), "input") + ", response '" + name + "'" +
                               (options.standardize ? " standardised too" : ""));
  loaded.description.insert(loaded.description.end(), encoded.description.begin(), encoded.description.end());
  loaded.title = "Bayesian neural network, " + counted(options.hidden_units, "hidden unit");
  check_model_memory(static_cast<double>(options.hidden_units) * static_cast<double>(data.inputs.cols() + 2),
                     {table.file, 0, 0}, counted(options.hidden_units, "hidden unit") + ",");
  NetworkOptions network;
  network.hidden_units = options.hidden_units;
  network.hierarchical = encoding.hierarchical;
  network.prior_scale = options.prior_scale;
  if (data.inputs.rows() > 0) loaded.model = make_bayesian_neural_network(std::move(data), network, exchange_of(group));
  if (loaded.model == nullptr) return loaded;
  const std::vector<std::string> names = loaded.model->parameter_names();
  loaded.natural_scale = natural_scale_of(names, names.size() - (network.hierarchical ? 2 : 1), names.size());
  loaded.encoding = std::move(encoding);
  return loaded;
}

LoadedModel load_network(const ModelOptions& options, RowGroup* group) {
  if (options.data_format == "libsvm") refuse_model_option("data-format", "libsvm", "bnn needs CSV");
  const Table table = read_table(options, group);
  LoadedModel loaded = network_of(table, options, group);
  describe_reading(table, loaded);
  return loaded;
}

}  // namespace g2t::program
