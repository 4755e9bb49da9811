// Prints each text once if the line cannot be overwritten.
#include "build_line.hpp"

#include <g2t/core/printable.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <iostream>

namespace g2t::cli {

void BuildLine::show(const StanBuildProgress& progress) {
  if (is_quiet_) return;
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  const std::string line = is_terminal ? fmt::format("{} ... {:.0f} s", printable_line(progress.what), progress.seconds)
                                       : printable_line(progress.what);
  if (line != shown_) {
    shown_ = line;
    std::cerr << (is_terminal ? "\r\033[K" + line : line + "\n") << std::flush;
  }
  if (progress.is_done && is_terminal) std::cerr << "\r\033[K" << std::flush;
}

}  // namespace g2t::cli
