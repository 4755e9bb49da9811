// Every file that a command reads, asked for by every command that writes.
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"

namespace g2t::cli {

/// The files that positionals and options name, whichever option it is; --config too.
std::vector<std::string> input_files(const Arguments& arguments);
/// Of a command that takes a model: also what the model itself reads.
std::vector<std::string> input_files(const Arguments& arguments, const Options& options);

}  // namespace g2t::cli
