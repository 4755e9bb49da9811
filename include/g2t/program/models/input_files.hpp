// Every file that a run reads: none of them may be replaced by what it writes.
#pragma once

#include <g2t/program/options/options.hpp>
#include <string>
#include <vector>

namespace g2t {

/// Those of the texts that name a file, and entries that do of texts with commas between them.
std::vector<std::string> files_among(const std::vector<std::string>& texts);

/// The files that options name, whichever option it is; the file of a preset; and what a Stan program includes.
std::vector<std::string> input_files(const Options& options);
std::vector<std::string> input_files(const ModelOptions& options);

}  // namespace g2t
