// Whether JSON has the shapes that a Stan program declares: those who only count values do not see a transposed matrix.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/program/options/options.hpp>
#include <optional>
#include <string>
#include <vector>

namespace g2t::program {

/// A variable and its sizes as numbers.
struct KnownShape {
  std::string name;
  std::vector<Index> sizes;
};

/// Those of the variables that names of values are of: 2 and 3 of "m" if the last is "m.2.3". Tuples and complex
/// numbers are left out.
std::vector<KnownShape> shapes_of(const std::vector<std::string>& value_names);

/// Those of the data that a program declares, computed by stanli from the data.
/// @returns nothing if they cannot be computed: then the program itself will refuse the data, or the reason is in `why`
std::optional<std::vector<KnownShape>> declared_shapes_of(const ModelOptions& options, const std::string& data,
                                                          const std::string& data_name, std::string& why);

/// What Stan says of the first variable whose value in `values` has another shape; empty if there is none. Variables
/// that are not there, and those without values both here and there, are none.
/// @param stage  "data initialization", "parameter initialization"
std::string shape_fault(const Json& values, const std::vector<KnownShape>& declared, const std::string& stage);

}  // namespace g2t::program
