// The project's version, as CMake knows it.
#include <g2t/core/version.hpp>

namespace g2t {

std::string version() { return G2T_VERSION; }

}  // namespace g2t
