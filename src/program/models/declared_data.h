// The data that a Stan program declares, from what stanc says of it.
#pragma once

#include <string>
#include <vector>

namespace g2t::program {

/// Names of the inputs.
/// @param info  what stanc --info prints
/// @param file  what errors call it
/// @throws InputError if it is of another form
std::vector<std::string> declared_inputs(const std::string& info, const std::string& file);

}  // namespace g2t::program
