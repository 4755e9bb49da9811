// Runs another program without a shell, and keeps its output.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace g2t::stan {

struct ProcessResult {
  int exit_status = -1;  ///< -1: it could not be started, or a signal ended it
  int signal = 0;
  std::string output, errors;  ///< standard output and standard error

  [[nodiscard]] bool is_ok() const { return exit_status == 0; }
};

/// Waits for the program; calls `tick` ten times a second meanwhile, if there is one.
/// @param arguments  the program first; without a slash it is searched in PATH
/// @param folder     to run it in; empty: the present one
ProcessResult run(const std::vector<std::string>& arguments, const std::function<void()>& tick = nullptr,
                  const std::string& folder = "");

}  // namespace g2t::stan
