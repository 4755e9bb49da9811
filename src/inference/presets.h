// The paper's five problems: model, data, family and settings as published.
#pragma once

#include <g2t/inference/load_model.hpp>
#include <string>

namespace g2t::inference {

bool is_preset(const std::string& model);

/// @pre is_preset(model)
Options preset_options(const std::string& model);

/// Reads the preset's file under options.data_dir, else under G2T_DATA_DIR.
/// @pre is_preset(options.model), and the model options are those of preset_options() but for data_dir
/// @throws InputError if it is not there (the message says how to get it) or cannot be used
LoadedModel load_preset(const ModelOptions& options);

}  // namespace g2t::inference
