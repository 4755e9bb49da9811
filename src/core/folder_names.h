// The names in a folder, without an iterator of std::filesystem: those end the program where there is no memory for a name.
#pragma once

#include <string>
#include <vector>

namespace g2t {

/// In no order, without "." and ".."; none if there is no such folder, or it may not be read.
/// @throws InputError if it cannot be read for another reason: a folder is not empty since there are too many open files
std::vector<std::string> names_in(const std::string& folder);

}  // namespace g2t
