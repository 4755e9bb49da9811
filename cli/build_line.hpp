// What is being compiled, with a running clock on a terminal.
#pragma once

#include <g2t/stan/program.hpp>

#include <string>

namespace g2t::cli {

class BuildLine {
 public:
  explicit BuildLine(bool is_quiet) : is_quiet_(is_quiet) {}
  /// On a terminal a line that is written over; else a line at the beginning.
  void show(const StanBuildProgress& progress);

 private:
  bool is_quiet_;
  std::string shown_;
};

}  // namespace g2t::cli
