// Where a Stan toolchain is found: the translator stanc, Stan's headers, and the libraries that models link.
#pragma once

#include <string>
#include <vector>

namespace g2t {

/// What compiles Stan programs.
struct StanToolchain {
  std::string root;                       ///< its folder, absolute
  std::string stanc;                      ///< the translator
  std::vector<std::string> include_dirs;  ///< for the compiler
  std::vector<std::string> libraries;     ///< files to link
  std::string version;                    ///< of Stan: "2.39.0"
};

/// The version that tools/install-stan installs.
inline constexpr const char* kStanVersion = "2.39.0";

/// The folder for all that g2t keeps between runs: $XDG_CACHE_HOME/g2t, or ~/.cache/g2t.
std::string cache_folder();

/// The toolchain in a folder: one of tools/install-stan, or a source tree of CmdStan or BridgeStan.
/// @throws InputError naming the missing parts
StanToolchain toolchain_in(const std::string& folder);

/// The first of: the folder given; the environment's G2T_STAN; the folder of tools/install-stan in the cache; $BRIDGESTAN;
/// $CMDSTAN.
/// @param given  empty: none
/// @throws InputError if there is none, with the commands that install one, or if another user may have put something into
///         the cache
StanToolchain find_toolchain(const std::string& given);

}  // namespace g2t
