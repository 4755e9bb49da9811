// Names of a Stan model's unconstrained coordinates, each at its own coordinate.
#pragma once

#include <functional>
#include <g2t/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

namespace g2t::models {

/// Values of the parameters on their own scale at a point; nothing where they cannot be computed.
using ParameterValues = std::function<std::optional<Vector>(const Vector& point)>;

/// The names in the order of the coordinates; nothing if the values can be computed nowhere.
///
/// Stan lists the entries of a parameter with the first index fastest, while the vector runs through an array element
/// by element: the names of an array of vectors would stand beside one another's coordinates. Which indices are those
/// of arrays the names do not say; coordinates are moved, and the values that follow say it.
///
/// @param listed       of the coordinates, as the library lists them
/// @param value_names  of the values, which are in order
/// Cost: two log2(n) computations of the values for each parameter of n entries with more than one index.
std::optional<std::vector<std::string>> names_in_order(const std::vector<std::string>& listed,
                                                       const std::vector<std::string>& value_names,
                                                       const ParameterValues& values);

}  // namespace g2t::models
