// A moving line on a terminal, a line a minute elsewhere.
#include "study_progress.hpp"

#include "text.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace g2t::cli {
namespace {

std::string minutes(double seconds) {
  return seconds < 100 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.1f} min", seconds / 60);
}

}  // namespace

StudyProgress::StudyProgress(const StudyPlan& plan, const std::vector<RunKey>& keys, Index jobs, bool is_shown)
    : is_shown_(is_shown),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      jobs_(static_cast<double>(jobs)),
      count_(keys.size()) {
  for (const RunKey& key : keys) budget_ += plan.model(key.model).budget_seconds;
  if (is_shown_)
    fmt::print(stderr, "{} to do: about {} of their own time, {} at a time\n",
               counted(static_cast<Index>(count_), "run"), minutes(budget_), jobs);
}

StudyProgress::~StudyProgress() {
  if (is_shown_ && is_terminal_) fmt::print(stderr, "\r\033[K");
}

void StudyProgress::add(const RunRecord& record) {
  ++done_;
  spent_ += record.budget_seconds;
  wall_ += record.wall_seconds;
  const Steady::time_point now = Steady::now();
  if (!is_shown_ || now < next_) return;
  next_ = now + (is_terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(60000));
  show();
}

void StudyProgress::show() {
  const double left = (budget_ - spent_) * wall_ / spent_ / jobs_;
  fmt::print(stderr, "{}{} of {} runs, {}, about {} to go{}", is_terminal_ ? "\r\033[K" : "", done_, count_,
             minutes(start_.seconds()), minutes(left), is_terminal_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace g2t::cli
