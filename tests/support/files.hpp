// Files outside the tree that some tests need: they skip where these are absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace g2t::testing {

/// A path below the folder G2T_SHARED_DIR, or else ../shared beside the source tree; empty if it is not there.
inline std::string shared_path(const std::string& name) {
  const char* const given = std::getenv("G2T_SHARED_DIR");
  const std::filesystem::path root = given != nullptr ? given : G2T_SOURCE_DIR "/../shared";
  const std::filesystem::path path = root / name;
  return std::filesystem::exists(path) ? path.string() : "";
}

/// One of the published data sets, in G2T_DATA_DIR or else among the shared files; empty if it is not there.
inline std::string data_path(const std::string& name) {
  if (const char* const given = std::getenv("G2T_DATA_DIR")) {
    const std::filesystem::path path = std::filesystem::path(given) / name;
    if (std::filesystem::exists(path)) return path.string();
  }
  return shared_path("data/" + name);
}

}  // namespace g2t::testing
