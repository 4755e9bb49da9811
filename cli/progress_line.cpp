// Writes over its own line, no more often than asked for.
#include "progress_line.hpp"

#include <g2t/program/text/progress_text.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace g2t::cli {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine(Index refresh) : is_shown_(refresh > 0 && isatty(STDERR_FILENO) != 0) {
  if (is_shown_) pause_ = std::chrono::duration_cast<Steady::duration>(std::chrono::seconds(1)) / refresh;
}

ProgressLine::~ProgressLine() {
  if (is_shown_) std::cerr << kClearLine << std::flush;
}

void ProgressLine::show(const FitProgress& progress) {
  if (!is_shown_) return;
  const Steady::time_point now = Steady::now();
  if (now < next_) return;
  next_ = now + pause_;
  std::string line = progress_text(progress);
  line.resize(std::min(line.size(), terminal_width() - 1));
  std::cerr << kClearLine << line << std::flush;
}

}  // namespace g2t::cli
