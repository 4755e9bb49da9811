// What --init may be besides a saved q.
#pragma once

#include <g2t/core/model.hpp>

#include <optional>
#include <string>

namespace g2t::program {

/// The radius that the text is, if it is a number.
std::optional<double> init_radius(const std::string& text);

/// The unconstrained point whose parameters have the values of a JSON file; none if the file holds a saved q.
/// @throws InputError if the file is neither
std::optional<Vector> init_values(const std::string& file, const Model& model);

}  // namespace g2t::program
