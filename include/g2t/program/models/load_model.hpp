// From options and files to a model: reads data, checks and describes it.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/core/model.hpp>
#include <g2t/program/models/data_encoding.hpp>
#include <g2t/program/models/model_data.hpp>
#include <g2t/program/options/options.hpp>
#include <g2t/stan/program.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// A positive quantity whose logarithm is a parameter: "sigma.eth" for "log_sigma.eth".
struct NaturalScaleColumn {
  std::string name;
  Index parameter = 0;  ///< position of the logarithm
};

/// A model with its description.
struct LoadedModel {
  std::unique_ptr<Model> model;
  std::vector<NaturalScaleColumn> natural_scale;
  std::optional<DataEncoding> encoding;  ///< of the built-in models, for predictions
  std::string title;                     ///< "logistic regression, 124 parameters"
  std::vector<std::string> description;  ///< what was read, a line each: file, rows, columns, labels
};

/// Called while a Stan program is compiled.
using LoadHook = StanBuildHook;

/// Presets take data_dir alone; their other model options are the published ones.
/// @param threads  that read a large file; the model does not depend on it
/// @throws InputError if a file cannot be used, InvalidArgument if options do not fit the model
LoadedModel load_model(const ModelOptions& options, const LoadHook& hook = nullptr, Index threads = 1);
/// The same of data in memory; options.data is empty.
/// @throws InvalidArgument also if the model takes no data of that kind
LoadedModel load_model(const ModelOptions& options, const ModelData& data, const LoadHook& hook = nullptr);

/// Names of the data that a Stan program declares.
/// @pre options.model is a Stan program
/// @throws InputError if there is no stanc, or it refuses the program
std::vector<std::string> declared_data(const ModelOptions& options);

/// Natural-scale columns from names alone, as a saved q has them: those of a Poisson regression (mu, then log_sigma.GROUP) and of a
/// network (output.bias, then log_alpha and log_tau). A feature that is called log_sigma or log_income is no logarithm.
std::vector<NaturalScaleColumn> natural_scale_columns(const std::vector<std::string>& parameter_names);

/// A Stan model's data; nothing where there are none, where they came through a pipe, which is read once, or where they are
/// not JSON (Stan reads NaN and Infinity too).
std::optional<Json> stan_data_document(const ModelOptions& options);

}  // namespace g2t
