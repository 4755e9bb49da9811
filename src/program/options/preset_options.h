// The paper's five problems: model, family and settings as published.
#pragma once

#include <g2t/program/options/options.hpp>

#include <string>

namespace g2t::program {

bool is_preset(const std::string& model);

/// @pre is_preset(model)
Options preset_options(const std::string& model);

}  // namespace g2t::program
