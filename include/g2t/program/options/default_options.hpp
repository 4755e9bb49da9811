// Default options of a model.
#pragma once

#include <g2t/program/options/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// The five "paper:..." names.
const std::vector<std::string>& preset_names();

/// Default options of a model: a preset's published settings (plain coordinates), or the general ones (natural).
/// @param coordinates  if the user names them: a preset in natural coordinates keeps its model, data and family alone
/// @throws InvalidArgument if there is no such model; the message lists what there is
Options default_options(const std::string& model, std::optional<Coordinates> coordinates = std::nullopt);

}  // namespace g2t
