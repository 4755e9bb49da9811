// The data of the paper's five problems.
#pragma once

#include <program/models/row_group.h>

#include <g2t/program/models/load_model.hpp>

namespace g2t::program {

/// Reads the preset's file under options.data_dir, else under G2T_DATA_DIR.
/// @param threads  that read; the model does not depend on it
/// @pre is_preset(options.model), and the model options are those of preset_options() but for data_dir
/// @throws InputError if it is not there (the message says how to get it) or cannot be used
LoadedModel load_preset(const ModelOptions& options, Index threads, RowGroup* group = nullptr);

/// Where its file is looked for; empty if no folder is given.
/// @pre is_preset(options.model)
std::string preset_file(const ModelOptions& options);

}  // namespace g2t::program
