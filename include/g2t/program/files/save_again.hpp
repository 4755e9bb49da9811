// A fit's files, written after the fit.
#pragma once

#include <g2t/program/files/write_fit.hpp>

#include <string>
#include <utility>
#include <vector>

namespace g2t {

/// Writes what fit_contents() gave, as the program would have with these options of output: "output", "force", "format".
/// @returns the names of the files
/// @throws as announce_fit() and write_fit(); InvalidArgument also without a prefix
std::vector<std::string> save_again(FitContents contents, const std::vector<std::pair<std::string, std::string>>& given);

}  // namespace g2t
