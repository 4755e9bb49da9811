// Which version of the library this is.
#pragma once

#include <string>

namespace g2t {

/// "0.1.0": of the library that a program is linked with. Before 1.0 a minor version may change the interface.
std::string version();

}  // namespace g2t
