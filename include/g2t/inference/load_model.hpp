// From options and files to a model: reads data, checks it, and says what was read.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/inference/options.hpp>

#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// A model with what people want to know about it.
struct LoadedModel {
  std::unique_ptr<Model> model;
  std::string title;                     ///< "logistic regression, 124 parameters"
  std::vector<std::string> description;  ///< what was read, a line each: file, rows, columns, labels
  std::vector<std::string> input_files;  ///< never to be overwritten
};

/// Presets take data_dir alone; their other model options are the published ones.
/// @throws InputError if a file cannot be used, InvalidArgument if options do not fit the model
LoadedModel load_model(const ModelOptions& options);

/// The five "paper:..." names.
const std::vector<std::string>& preset_names();

/// Default options of a model: a preset's published settings, or the general ones.
/// @throws InvalidArgument if there is no such model; the message lists what there is
Options default_options(const std::string& model);

/// Positive quantities whose logarithms are parameters: "sigma.eth" for "log_sigma.eth".
///
/// Parameters called log_sigma, log_alpha or log_tau, or one of these and a dot and more: a data column that is called
/// log_income gives its name to a weight, which is no logarithm.
struct NaturalScaleColumn {
  std::string name;
  Index parameter;
};
std::vector<NaturalScaleColumn> natural_scale_columns(const Model& model);

}  // namespace g2t
