// A folder of its own for each test, with a cache in it, and programs that stand in for stanc and the compiler.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <g2t/core/errors.hpp>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "../support/scratch_folder.hpp"

namespace g2t::testing {

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

inline std::string text_at(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Environment variables that are put back when it goes.
class StanTest : public ::testing::Test {
 protected:
  void SetUp() override {
    set("XDG_CACHE_HOME", folder_ / "cache");
    for (const char* const name : {"G2T_STAN", "BRIDGESTAN", "CMDSTAN", "CXX"}) set(name, "");
  }
  void TearDown() override {
    for (const auto& [name, value] : before_)
      value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1);
  }

  void set(const std::string& name, const std::string& value) {
    const char* const old = std::getenv(name.c_str());
    before_.emplace_back(name, old != nullptr ? old : "");
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  /// A shell script.
  std::string script(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ / name;
    write_text(path, "#!/bin/sh\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }
  /// Stan's version and the libraries, as tools/install-stan unpacks them; no stanc.
  std::string unpacked(const std::string& name, const std::string& minor = "39") {
    write_text(folder_ / name / "include/stan/version.hpp",
               "#define STAN_MAJOR 2\n#define STAN_MINOR " + minor + "\n#define STAN_PATCH 0\n");
    write_text(folder_ / name / "lib/libtbb.so.2", "");
    return (folder_ / name).string();
  }

  const ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
  std::vector<std::pair<std::string, std::string>> before_;
};

/// what() of the InputError that `call` throws, and its details in the next lines.
template <class Call>
std::string input_error(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return std::string(error.what()) + "\n" + error.details();
  }
  return "nothing was thrown";
}

}  // namespace g2t::testing
