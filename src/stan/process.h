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

struct ProcessOptions {
  std::function<void()> tick;  ///< called ten times a second while it runs, if there is one; what it throws ends it
  std::string folder;          ///< to run it in; empty: the present one
  std::string scratch;         ///< for its temporary files, and removed if this process dies; empty: none
};

/// Waits for the program, which is killed with all that it has started if this process dies.
/// @param arguments  the program first; without a slash it is searched in PATH
ProcessResult run(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

}  // namespace g2t::stan
