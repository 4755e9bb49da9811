// A signal handler that stores a number and restores the default action.
#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace g2t::cli {
namespace {

std::atomic<int> noted_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may not wait");

extern "C" void note_signal(int number) {
  noted_signal.store(number);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  noted_signal.store(0);
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int InterruptGuard::signal() const { return noted_signal.load(); }

}  // namespace g2t::cli
